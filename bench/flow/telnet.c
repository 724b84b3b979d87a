/* SPDX-License-Identifier: MIT */
/* flow.telnet: the command "date" is typed at a terminal on one node and runs on another: figure 3
 * of Ashton & Penny, "The Interaction Network", 1991. Each character is sent to the daemon, which
 * echoes it. The newline also goes to the shell, which creates the command, waits for its end and
 * prompts. Echo, output and prompt go back to the terminal, which shows one after the other. */
#include "bench/flow/nodes.h"
#include "bench/platform.h"

#define SCREEN_US 20

#define WORD_OUTPUT 0x200u              /* from a program, not from the user */
#define OUTPUT(character) (WORD_OUTPUT | (uint8_t)(character))

/* ---- The terminal ---- */

enum {TERMINAL_PORT, TO_DAEMON, SCREEN, SCREEN_QUEUE, LINK, LINK_QUEUE, TELNET, TERMINAL_OBJECTS};

static const struct flow_object_plan terminal_objects[] = {
	[TERMINAL_PORT] = {FLOW_PORT, "terminal_port"},
	[TO_DAEMON] = {FLOW_PORT, "to_daemon"},
	[SCREEN] = {FLOW_DEVICE, "screen"},
	[SCREEN_QUEUE] = {FLOW_QUEUE, "screen_queue"},
	[LINK] = {FLOW_DEVICE, "link"},
	[LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[TELNET] = {FLOW_SOFTWARE, "telnet"},
};

static const struct flow_step terminal_steps[] = {
	{FLOW_OP_NEXT, TERMINAL_PORT, 0},
	{FLOW_OP_BEGIN_USE, TELNET, 0},
	{FLOW_OP_UNLESS, 3, WORD_OUTPUT},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, TO_DAEMON, 0},
	{FLOW_OP_AGAIN, 0, 0},
	{FLOW_OP_REQUEST, SCREEN, SCREEN_US},
	{FLOW_OP_RESPOND, 0, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan terminal_threads[] = {{"telnet", 0, false}};

/* ---- The host ---- */

enum {
	DAEMON_PORT, SHELL_PORT, TO_TERMINAL, THEIR_LINK, THEIR_LINK_QUEUE, DAEMON, SHELL, DATE,
	HOST_OBJECTS
};

static const struct flow_object_plan host_objects[] = {
	[DAEMON_PORT] = {FLOW_PORT, "daemon_port"},
	[SHELL_PORT] = {FLOW_PORT, "shell_port"},
	[TO_TERMINAL] = {FLOW_PORT, "to_terminal"},
	[THEIR_LINK] = {FLOW_DEVICE, "link"},
	[THEIR_LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[DAEMON] = {FLOW_SOFTWARE, "telnetd"},
	[SHELL] = {FLOW_SOFTWARE, "csh"},
	[DATE] = {FLOW_SOFTWARE, "date"},
};

enum {DAEMON_THREAD, SHELL_THREAD, DATE_THREAD};
enum {SHELL_STEPS = 9, DATE_STEPS = 17, HOST_STEPS = 21};

static const struct flow_step host_steps[HOST_STEPS] = {
	{FLOW_OP_NEXT, DAEMON_PORT, 0},
	{FLOW_OP_BEGIN_USE, DAEMON, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_UNLESS, 2, FLOW_WORD_NEWLINE},
	{FLOW_OP_SEND, TO_TERMINAL, OUTPUT('e')},        /* the echo, or a program's output */
	{FLOW_OP_AGAIN, 0, 0},
	{FLOW_OP_SEND, SHELL_PORT, 0},
	{FLOW_OP_SEND, TO_TERMINAL, OUTPUT('\n')},
	{FLOW_OP_AGAIN, 0, 0},
	[SHELL_STEPS] =
	{FLOW_OP_NEXT, SHELL_PORT, 0},
	{FLOW_OP_BEGIN_USE, SHELL, 0},
	{FLOW_OP_WORK, 0, 2000},
	{FLOW_OP_CREATE, DATE_THREAD, 0},
	{FLOW_OP_JOIN, DATE_THREAD, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, DAEMON_PORT, OUTPUT('%')},
	{FLOW_OP_AGAIN, 0, 0},
	[DATE_STEPS] =
	{FLOW_OP_BEGIN_USE, DATE, 0},
	{FLOW_OP_WORK, 0, 4000},
	{FLOW_OP_SEND, DAEMON_PORT, OUTPUT('d')},
	{FLOW_OP_EXIT, 0, 0},
};

static const struct flow_thread_plan host_threads[] = {
	[DAEMON_THREAD] = {"telnetd", 0, false},
	[SHELL_THREAD] = {"csh", SHELL_STEPS, false},
	[DATE_THREAD] = {"date", DATE_STEPS, true},
};

/* ---- Both ---- */

static const struct flow_route terminal_routes[] = {
	NODES_ROUTE(TO_DAEMON, LINK, 1, DAEMON_PORT),
};
static const struct flow_route host_routes[] = {
	NODES_ROUTE(TO_TERMINAL, THEIR_LINK, 0, TERMINAL_PORT),
};

static const struct flow_script terminal = {
	.steps = terminal_steps,
	.step_count = sizeof(terminal_steps) / sizeof(terminal_steps[0]),
	.objects = terminal_objects, .object_count = TERMINAL_OBJECTS,
	.threads = terminal_threads, .thread_count = 1,
	.actions = "date\n",
	.action_port = TERMINAL_PORT,
	.routes = terminal_routes, .route_count = 1,
};

static const struct flow_script host = {
	.steps = host_steps, .step_count = HOST_STEPS,
	.objects = host_objects, .object_count = HOST_OBJECTS,
	.threads = host_threads, .thread_count = 3,
	.routes = host_routes, .route_count = 1,
};

static const struct nodes_scripts scripts[] = {{2, &terminal, {&host}}, {0}};

const struct benchmark bench_flow_telnet = {
	.name = "flow.telnet",
	.summary = "one command typed at another node's terminal, until output and prompt are "
		   "shown",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.axes = nodes_axes,
	.variant = scripts,
	.setup = nodes_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
