/* SPDX-License-Identifier: MIT */
/* flow.stream: a document is sent to a printer on another node, in four writes, through a stream
 * without message boundaries. Writes are split into packets, and a read gets parts of several
 * writes. Ashton & Penny, "The Interaction Network", 1991, section 7.1. */
#include "bench/flow/nodes.h"
#include "bench/platform.h"

#define PRINT_US 200
#define WRITE_BYTES 300u                /* larger than a packet */
#define LAST_WRITE_BYTES 100u
#define READ_BYTES 400u
#define LAST_READ_BYTES 200u

_Static_assert(3 * WRITE_BYTES + LAST_WRITE_BYTES == 2 * READ_BYTES + LAST_READ_BYTES,
	       "all written data are read");

/* ---- The user's node ---- */

enum {ACTION_PORT, REPLY_PORT, TO_PRINTER, LINK, LINK_QUEUE, EDITOR, USER_OBJECTS};

static const struct flow_object_plan user_objects[] = {
	[ACTION_PORT] = {FLOW_PORT, "action_port"},
	[REPLY_PORT] = {FLOW_PORT, "reply_port"},
	[TO_PRINTER] = {FLOW_STREAM, "to_printer"},
	[LINK] = {FLOW_DEVICE, "link"},
	[LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[EDITOR] = {FLOW_SOFTWARE, "editor"},
};

static const struct flow_step user_steps[] = {
	{FLOW_OP_NEXT, ACTION_PORT, 0},
	{FLOW_OP_BEGIN_USE, EDITOR, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_WRITE, TO_PRINTER, WRITE_BYTES},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_WRITE, TO_PRINTER, WRITE_BYTES},
	{FLOW_OP_WRITE, TO_PRINTER, WRITE_BYTES},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_WRITE, TO_PRINTER, LAST_WRITE_BYTES},
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_RESPOND, 0, 0},
	{FLOW_OP_END_USE, EDITOR, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan user_threads[] = {{"editor", 0, false}};
static const struct flow_route user_routes[] = {NODES_ROUTE(TO_PRINTER, LINK, 1, 0)};

/* ---- The printer's node ---- */

enum {
	DOCUMENT, TO_USER, PRINTER, PRINTER_QUEUE, THEIR_LINK, THEIR_LINK_QUEUE, SPOOLER,
	HOST_OBJECTS
};

_Static_assert(DOCUMENT == 0, "the user's route leads there");

static const struct flow_object_plan host_objects[] = {
	[DOCUMENT] = {FLOW_STREAM, "document"},
	[TO_USER] = {FLOW_PORT, "to_user"},
	[PRINTER] = {FLOW_DEVICE, "printer"},
	[PRINTER_QUEUE] = {FLOW_QUEUE, "printer_queue"},
	[THEIR_LINK] = {FLOW_DEVICE, "link"},
	[THEIR_LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[SPOOLER] = {FLOW_SOFTWARE, "spooler"},
};

static const struct flow_step host_steps[] = {
	{FLOW_OP_READ_NEXT, DOCUMENT, READ_BYTES},
	{FLOW_OP_BEGIN_USE, SPOOLER, 0},
	{FLOW_OP_REQUEST, PRINTER, PRINT_US},
	{FLOW_OP_READ, DOCUMENT, READ_BYTES},
	{FLOW_OP_REQUEST, PRINTER, PRINT_US},
	{FLOW_OP_READ, DOCUMENT, LAST_READ_BYTES},
	{FLOW_OP_REQUEST, PRINTER, PRINT_US},
	{FLOW_OP_SEND, TO_USER, 1},
	{FLOW_OP_END_USE, SPOOLER, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan host_threads[] = {{"spooler", 0, false}};
static const struct flow_route host_routes[] = {NODES_ROUTE(TO_USER, THEIR_LINK, 0, REPLY_PORT)};

/* ---- Both ---- */

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct flow_script user = {
	.steps = user_steps, .step_count = COUNT(user_steps),
	.objects = user_objects, .object_count = USER_OBJECTS,
	.threads = user_threads, .thread_count = 1,
	.actions = "aaaaaaaa", .action_port = ACTION_PORT,
	.routes = user_routes, .route_count = 1,
};

static const struct flow_script host = {
	.steps = host_steps, .step_count = COUNT(host_steps),
	.objects = host_objects, .object_count = HOST_OBJECTS,
	.threads = host_threads, .thread_count = 1,
	.routes = host_routes, .route_count = 1,
};

static const struct nodes_scripts scripts[] = {{2, &user, {&host}}, {0}};

const struct benchmark bench_flow_stream = {
	.name = "flow.stream",
	.summary = "one document sent to another node's printer through a stream, until it is "
		   "printed",
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
