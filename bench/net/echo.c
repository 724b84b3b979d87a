/* net.echo: a keystroke and its echo, by way of three threads. The document's vertices 1 to 9 of
 * figure 3: the keyboard's thread gets the key and sends it on (1, 2, 3), the line's puts it into
 * its buffer and sends the echo (4, 5, 6, 7), the screen's shows it (8, 9). Ashton & Penny, "The
 * Interaction Network", 1991. */
#include "bench/net/workload.h"
#include "bench/platform.h"

enum {
	KEYBOARD_PORT, LINE_PORT, SCREEN_PORT, SERIAL, SERIAL_QUEUE, DISCIPLINE, BUFFER, OBJECTS
};

static const struct net_object_plan objects[] = {
	[KEYBOARD_PORT] = {NET_PORT, "keyboard_port"},
	[LINE_PORT] = {NET_PORT, "line_port"},
	[SCREEN_PORT] = {NET_PORT, "screen_port"},
	[SERIAL] = {NET_DEVICE, "serial"},
	[SERIAL_QUEUE] = {NET_QUEUE, "serial_queue"},
	[DISCIPLINE] = {NET_SOFTWARE, "line_discipline"},
	[BUFFER] = {NET_DATA, "line_buffer"},
};

enum {KEYBOARD_STEPS = 0, LINE_STEPS = 4, SCREEN_STEPS = 13, STEPS = 16};

static const struct net_step steps[STEPS] = {
	[KEYBOARD_STEPS] =
	{NET_OP_NEXT, KEYBOARD_PORT, 0},
	{NET_OP_WORK, 0, 500},
	{NET_OP_SEND, LINE_PORT, 0},
	{NET_OP_AGAIN, 0, 0},
	[LINE_STEPS] =
	{NET_OP_NEXT, LINE_PORT, 0},
	{NET_OP_BEGIN_USE, DISCIPLINE, 0},
	{NET_OP_WORK, 0, 1000},
	{NET_OP_BEGIN_USE, BUFFER, 0},
	{NET_OP_WORK, 0, 200},
	{NET_OP_END_USE, BUFFER, 0},
	{NET_OP_SEND, SCREEN_PORT, 0},
	{NET_OP_END_USE, DISCIPLINE, 0},
	{NET_OP_AGAIN, 0, 0},
	[SCREEN_STEPS] =
	{NET_OP_NEXT, SCREEN_PORT, 0},
	{NET_OP_REQUEST, SERIAL, WORKLOAD_CHARACTER_US},
	{NET_OP_AGAIN, 0, 0},
};

static const struct net_thread_plan threads[] = {
	{"keyboard", KEYBOARD_STEPS, false},
	{"line", LINE_STEPS, false},
	{"screen", SCREEN_STEPS, false},
};

static const struct net_state_plan states[] = {
	{0, 1 << DISCIPLINE},
	{1 << BUFFER, 1 << SERIAL},
};

static const struct net_script script = {
	.steps = steps, .step_count = STEPS,
	.objects = objects, .object_count = OBJECTS,
	.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
	.states = states, .state_count = sizeof(states) / sizeof(states[0]),
	.actions = "a",
	.action_port = KEYBOARD_PORT,
	.by_keyboard = true,
};

const struct benchmark bench_net_echo = {
	.name = "net.echo",
	.summary = "one keystroke until its echo is shown and all threads are done with it",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_NET,
	.needs = CAN_INTERACTIONS,
	.axes = workload_axes,
	.variant = &script,
	.setup = workload_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
};
