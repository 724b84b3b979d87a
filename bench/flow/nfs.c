/* SPDX-License-Identifier: MIT */
/* flow.nfs: a command lists a directory on another node's file server, as in figure 6 of Ashton &
 * Penny, "The Interaction Network", 1991: attributes, two reads, a link, the directory. Each is a
 * call by datagrams, and the next call begins after it has completed. Three calls read the server's
 * disk. */
#include "bench/flow/nodes.h"
#include "bench/platform.h"

#define DISK_US 400
#define WORD_MEMORY 0x400u              /* the reply comes from memory */
#define READ(block) (0x200u | (block))  /* the reply comes from the disk, from the block in the low
					 * bits */

/* ---- The user's node ---- */

enum {
	SHELL_PORT, REPLY_PORT, TO_SERVER, LINK, LINK_QUEUE, SHELL, LIST, USER_OBJECTS
};

static const struct flow_object_plan user_objects[] = {
	[SHELL_PORT] = {FLOW_PORT, "shell_port"},
	[REPLY_PORT] = {FLOW_PORT, "reply_port"},
	[TO_SERVER] = {FLOW_PORT, "to_server"},
	[LINK] = {FLOW_DEVICE, "link"},
	[LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[SHELL] = {FLOW_SOFTWARE, "shell"},
	[LIST] = {FLOW_SOFTWARE, "list"},
};

enum {SHELL_THREAD, LIST_THREAD};
enum {SHELL_STEPS = 0, LIST_STEPS = 6, USER_STEPS = 24};

static const struct flow_step user_steps[USER_STEPS] = {
	[SHELL_STEPS] =
	{FLOW_OP_NEXT, SHELL_PORT, 0},
	{FLOW_OP_BEGIN_USE, SHELL, 0},
	{FLOW_OP_WORK, 0, 2000},
	{FLOW_OP_CREATE, LIST_THREAD, 0},
	{FLOW_OP_JOIN, LIST_THREAD, 0},
	{FLOW_OP_AGAIN, 0, 0},
	[LIST_STEPS] =
	{FLOW_OP_BEGIN_USE, LIST, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_SEND, TO_SERVER, WORD_MEMORY},          /* attributes */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, TO_SERVER, READ(1)},              /* read */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, TO_SERVER, READ(2)},              /* read */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, TO_SERVER, WORD_MEMORY},          /* read link */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND, TO_SERVER, READ(3)},              /* read directory */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 2000},
	{FLOW_OP_EXIT, 0, 0},
};

static const struct flow_thread_plan user_threads[] = {
	[SHELL_THREAD] = {"shell", SHELL_STEPS, false},
	[LIST_THREAD] = {"list", LIST_STEPS, true},
};

/* ---- The file server ---- */

enum {
	SERVER_PORT, TO_USER, DISK, DISK_QUEUE, THEIR_LINK, THEIR_LINK_QUEUE, SERVER, SERVER_OBJECTS
};

static const struct flow_object_plan server_objects[] = {
	[SERVER_PORT] = {FLOW_PORT, "server_port"},
	[TO_USER] = {FLOW_PORT, "to_user"},
	[DISK] = {FLOW_DISK, "disk"},
	[DISK_QUEUE] = {FLOW_QUEUE, "disk_queue"},
	[THEIR_LINK] = {FLOW_DEVICE, "link"},
	[THEIR_LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[SERVER] = {FLOW_SOFTWARE, "file_server"},
};

static const struct flow_step server_steps[] = {
	{FLOW_OP_NEXT, SERVER_PORT, 0},
	{FLOW_OP_BEGIN_USE, SERVER, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_UNLESS, 1, WORD_MEMORY},
	{FLOW_OP_REQUEST, DISK, DISK_US},
	{FLOW_OP_SEND, TO_USER, 0},              /* data of the read */
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan server_threads[] = {
	{"nfsd_a", 0, false},
	{"nfsd_b", 0, false},
};

/* ---- Both ---- */

static const struct flow_route user_routes[] = {NODES_ROUTE(TO_SERVER, LINK, 1, SERVER_PORT)};
static const struct flow_route server_routes[] = {NODES_ROUTE(TO_USER, THEIR_LINK, 0, REPLY_PORT)};

static const struct flow_script user = {
	.steps = user_steps, .step_count = USER_STEPS,
	.objects = user_objects, .object_count = USER_OBJECTS,
	.threads = user_threads, .thread_count = 2,
	.actions = "\n",
	.action_port = SHELL_PORT,
	.routes = user_routes, .route_count = 1,
};

static const struct flow_script server = {
	.steps = server_steps, .step_count = sizeof(server_steps) / sizeof(server_steps[0]),
	.objects = server_objects, .object_count = SERVER_OBJECTS,
	.threads = server_threads, .thread_count = 2,
	.routes = server_routes, .route_count = 1,
};

static const struct nodes_scripts scripts[] = {{2, &user, {&server}}, {0}};

const struct benchmark bench_flow_nfs = {
	.name = "flow.nfs",
	.summary = "one command with five requests to a file server on another node",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.axes = nodes_disk_axes,
	.variant = scripts,
	.setup = nodes_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
