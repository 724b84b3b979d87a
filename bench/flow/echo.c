/* SPDX-License-Identifier: MIT */
/* flow.echo: a keystroke and its echo, by three threads: vertices 1 to 9 of the document's figure
 * 3. The keyboard's thread receives the key and sends it on (1, 2, 3), the line's thread stores it
 * in its buffer and sends the echo (4, 5, 6, 7), the screen's thread shows it (8, 9). Ashton &
 * Penny, "The Interaction Network", 1991. */
#include "bench/flow/workload.h"
#include "bench/platform.h"

enum {
	KEYBOARD_PORT, LINE_PORT, SCREEN_PORT, SERIAL, SERIAL_QUEUE, DISCIPLINE, BUFFER, OBJECTS
};

static const struct flow_object_plan objects[] = {
	[KEYBOARD_PORT] = {FLOW_PORT, "keyboard_port"},
	[LINE_PORT] = {FLOW_PORT, "line_port"},
	[SCREEN_PORT] = {FLOW_PORT, "screen_port"},
	[SERIAL] = {FLOW_SERIAL, "serial"},
	[SERIAL_QUEUE] = {FLOW_QUEUE, "serial_queue"},
	[DISCIPLINE] = {FLOW_SOFTWARE, "line_discipline"},
	[BUFFER] = {FLOW_DATA, "line_buffer"},
};

enum {KEYBOARD_STEPS = 0, LINE_STEPS = 4, SCREEN_STEPS = 13, STEPS = 17};

static const struct flow_step steps[STEPS] = {
	[KEYBOARD_STEPS] =
	{FLOW_OP_NEXT, KEYBOARD_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, LINE_PORT, 0},
	{FLOW_OP_AGAIN, 0, 0},
	[LINE_STEPS] =
	{FLOW_OP_NEXT, LINE_PORT, 0},
	{FLOW_OP_BEGIN_USE, DISCIPLINE, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_BEGIN_USE, BUFFER, 0},
	{FLOW_OP_WORK, 0, 200},
	{FLOW_OP_END_USE, BUFFER, 0},
	{FLOW_OP_SEND, SCREEN_PORT, 0},
	{FLOW_OP_END_USE, DISCIPLINE, 0},
	{FLOW_OP_AGAIN, 0, 0},
	[SCREEN_STEPS] =
	{FLOW_OP_NEXT, SCREEN_PORT, 0},
	{FLOW_OP_REQUEST, SERIAL, WORKLOAD_CHARACTER_US},
	{FLOW_OP_RESPOND, 0, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan threads[] = {
	{"keyboard", KEYBOARD_STEPS, false},
	{"line", LINE_STEPS, false},
	{"screen", SCREEN_STEPS, false},
};

static const struct flow_state_plan states[] = {
	{0, 1 << DISCIPLINE},
	{1 << BUFFER, 1 << SERIAL},
};

const struct flow_script workload_echo = {
	.steps = steps, .step_count = STEPS,
	.objects = objects, .object_count = OBJECTS,
	.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
	.states = states, .state_count = sizeof(states) / sizeof(states[0]),
	.actions = "a",
	.action_port = KEYBOARD_PORT,
	.by_keyboard = true,
};

const struct benchmark bench_flow_echo = {
	.name = "flow.echo",
	.summary = "one keystroke, until its echo is shown and all threads have finished",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_FLOW,
	.point_ms = 150,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = workload_line_axes,
	.variant = &workload_echo,
	.setup = workload_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
