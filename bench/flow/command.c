/* SPDX-License-Identifier: MIT */
/* flow.command: the newline after "date", as in figure 3 of Ashton & Penny, "The Interaction
 * Network", 1991. The terminal sends the newline to the line's thread, which echoes it and passes
 * the line to the shell. The shell creates a thread for the command, waits for its end, and
 * prompts. The four characters before the newline are four trivial interactions. */
#include "bench/flow/workload.h"
#include "bench/platform.h"

#define WORD_OUTPUT 0x200u              /* output to show, not input */

enum {TERMINAL_PORT, LINE_PORT, SHELL_PORT, SERIAL, SERIAL_QUEUE, DISCIPLINE, SHELL, DATE, OBJECTS};

static const struct flow_object_plan objects[] = {
	[TERMINAL_PORT] = {FLOW_PORT, "terminal_port"},
	[LINE_PORT] = {FLOW_PORT, "line_port"},
	[SHELL_PORT] = {FLOW_PORT, "shell_port"},
	[SERIAL] = {FLOW_SERIAL, "serial"},
	[SERIAL_QUEUE] = {FLOW_QUEUE, "serial_queue"},
	[DISCIPLINE] = {FLOW_SOFTWARE, "line_discipline"},
	[SHELL] = {FLOW_SOFTWARE, "shell"},
	[DATE] = {FLOW_SOFTWARE, "date"},
};

enum {TERMINAL_THREAD, LINE_THREAD, SHELL_THREAD, DATE_THREAD};
enum {TERMINAL_STEPS = 0, LINE_STEPS = 8, SHELL_STEPS = 18, DATE_STEPS = 26, STEPS = 31};

static const struct flow_step steps[STEPS] = {
	[TERMINAL_STEPS] =
	{FLOW_OP_NEXT, TERMINAL_PORT, 0},
	{FLOW_OP_UNLESS, 3, WORD_OUTPUT},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, LINE_PORT, 0},
	{FLOW_OP_AGAIN, 0, 0},
	{FLOW_OP_REQUEST, SERIAL, WORKLOAD_CHARACTER_US},
	{FLOW_OP_RESPOND, 0, 0},
	{FLOW_OP_AGAIN, 0, 0},
	[LINE_STEPS] =
	{FLOW_OP_NEXT, LINE_PORT, 0},
	{FLOW_OP_BEGIN_USE, DISCIPLINE, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_UNLESS, 2, FLOW_WORD_NEWLINE},
	{FLOW_OP_SEND, TERMINAL_PORT, WORD_OUTPUT},      /* the echo, or output of other threads */
	{FLOW_OP_AGAIN, 0, 0},
	{FLOW_OP_SEND, SHELL_PORT, 0},
	{FLOW_OP_WORK, 0, 300},
	{FLOW_OP_SEND, TERMINAL_PORT, WORD_OUTPUT},
	{FLOW_OP_AGAIN, 0, 0},
	[SHELL_STEPS] =
	{FLOW_OP_NEXT, SHELL_PORT, 0},
	{FLOW_OP_BEGIN_USE, SHELL, 0},
	{FLOW_OP_WORK, 0, 2000},
	{FLOW_OP_CREATE, DATE_THREAD, 0},
	{FLOW_OP_JOIN, DATE_THREAD, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_SEND, LINE_PORT, WORD_OUTPUT},
	{FLOW_OP_AGAIN, 0, 0},
	[DATE_STEPS] =
	{FLOW_OP_BEGIN_USE, DATE, 0},
	{FLOW_OP_WORK, 0, 3000},
	{FLOW_OP_SEND, LINE_PORT, WORD_OUTPUT},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_EXIT, 0, 0},
};

static const struct flow_thread_plan threads[] = {
	[TERMINAL_THREAD] = {"terminal", TERMINAL_STEPS, false},
	[LINE_THREAD] = {"line", LINE_STEPS, false},
	[SHELL_THREAD] = {"shell", SHELL_STEPS, false},
	[DATE_THREAD] = {"date", DATE_STEPS, true},
};

static const struct flow_state_plan states[] = {
	{0, 1 << DISCIPLINE},
	{1 << SHELL, 1 << SHELL},
	{1 << SHELL | 1 << DATE, 1 << DATE},
	{1 << SHELL, 1 << SERIAL},
};

const struct flow_script workload_command = {
	.steps = steps, .step_count = STEPS,
	.objects = objects, .object_count = OBJECTS,
	.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
	.states = states, .state_count = sizeof(states) / sizeof(states[0]),
	.actions = "date\n",
	.action_port = TERMINAL_PORT,
	.by_keyboard = true,
};

const struct benchmark bench_flow_command = {
	.name = "flow.command",
	.summary = "one newline, until the command has run and its output and the prompt are shown",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_FLOW,
	.point_ms = 200,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = workload_line_axes,
	.variant = &workload_command,
	.setup = workload_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
