/* SPDX-License-Identifier: MIT */
/* flow.remote: a remote procedure call to two servers on other nodes, by datagrams. A client sends
 * both requests before it waits for a reply. One server must read its disk. The other replies at
 * once, long before. With two nodes both servers are on the second node. With three nodes each
 * server has its own. Ashton & Penny, "The Interaction Network", 1991, sections 2 and 7.1. */
#include "bench/flow/nodes.h"
#include "bench/platform.h"

#define DISK_US 1000

#define WORD_KNOWN 0x400u               /* the request needs no disk */
#define WORD_READ 0x201u                /* the request needs the disk: block 1 */

/* ---- The client ---- */

enum {
	ACTION_PORT, REPLY_PORT, TO_READER, TO_KNOWER, LINK, LINK_QUEUE, CLIENT, CLIENT_OBJECTS
};

static const struct flow_object_plan client_objects[] = {
	[ACTION_PORT] = {FLOW_PORT, "action_port"},
	[REPLY_PORT] = {FLOW_PORT, "reply_port"},
	[TO_READER] = {FLOW_PORT, "to_reader"},
	[TO_KNOWER] = {FLOW_PORT, "to_knower"},
	[LINK] = {FLOW_DEVICE, "link"},
	[LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[CLIENT] = {FLOW_SOFTWARE, "client"},
};

enum {ASK_READER = 3, CLIENT_STEPS = 11};

static const struct flow_step client_steps[CLIENT_STEPS] = {
	{FLOW_OP_NEXT, ACTION_PORT, 0},
	{FLOW_OP_BEGIN_USE, CLIENT, 0},
	{FLOW_OP_WORK, 0, 2000},
	[ASK_READER] = {FLOW_OP_SEND, TO_READER, WORD_READ},
	{FLOW_OP_SEND, TO_KNOWER, WORD_KNOWN},
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 2000},
	{FLOW_OP_RESPOND, 0, 0},
	{FLOW_OP_END_USE, CLIENT, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan client_threads[] = {{"client", 0, false}};

/* ---- The servers ---- */

enum {
	READER_PORT, KNOWER_PORT, TO_CLIENT, DISK, DISK_QUEUE, THEIR_LINK, THEIR_LINK_QUEUE, SERVER,
	SERVER_OBJECTS
};

static const struct flow_object_plan server_objects[] = {
	[READER_PORT] = {FLOW_PORT, "reader_port"},
	[KNOWER_PORT] = {FLOW_PORT, "knower_port"},
	[TO_CLIENT] = {FLOW_PORT, "to_client"},
	[DISK] = {FLOW_DISK, "disk"},
	[DISK_QUEUE] = {FLOW_QUEUE, "disk_queue"},
	[THEIR_LINK] = {FLOW_DEVICE, "link"},
	[THEIR_LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[SERVER] = {FLOW_SOFTWARE, "server"},
};

enum {READER_STEPS = 0, READER_ANSWERS = 4, KNOWER_STEPS = 6, SERVER_STEPS = 11};

static const struct flow_step server_steps[SERVER_STEPS] = {
	[READER_STEPS] =
	{FLOW_OP_NEXT, READER_PORT, 0},
	{FLOW_OP_BEGIN_USE, SERVER, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_REQUEST, DISK, DISK_US},
	[READER_ANSWERS] = {FLOW_OP_SEND, TO_CLIENT, 0},
	{FLOW_OP_AGAIN, 0, 0},
	[KNOWER_STEPS] =
	{FLOW_OP_NEXT, KNOWER_PORT, 0},
	{FLOW_OP_BEGIN_USE, SERVER, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_SEND, TO_CLIENT, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan server_threads[] = {
	{"reader", READER_STEPS, false},
	{"knower", KNOWER_STEPS, false},
};

static const struct flow_route server_routes[] = {
	NODES_ROUTE(TO_CLIENT, THEIR_LINK, 0, REPLY_PORT),
};

#define SERVER_OF(first_, count_) { \
		.steps = server_steps, .step_count = SERVER_STEPS, \
		.objects = server_objects, .object_count = SERVER_OBJECTS, \
		.threads = server_threads + (first_), .thread_count = (count_), \
		.routes = server_routes, .route_count = 1, \
	}

static const struct flow_script both_servers = SERVER_OF(0, 2);
static const struct flow_script reader_alone = SERVER_OF(0, 1);
static const struct flow_script knower_alone = SERVER_OF(1, 1);

/* ---- Both ---- */

/* The server that replies late is on the critical path, and the other server is not. */
static const uint16_t truth[] = {
	FLOW_TRUTH_SOURCE, ASK_READER, CLIENT_STEPS + READER_ANSWERS, FLOW_TRUTH_SOURCE,
};

static const struct flow_route to_two_nodes[] = {
	NODES_ROUTE(TO_READER, LINK, 1, READER_PORT), NODES_ROUTE(TO_KNOWER, LINK, 1, KNOWER_PORT),
};
static const struct flow_route to_three_nodes[] = {
	NODES_ROUTE(TO_READER, LINK, 1, READER_PORT), NODES_ROUTE(TO_KNOWER, LINK, 2, KNOWER_PORT),
};

/* Enough actions to compare the nodes' clocks by their messages. */
#define CLIENT_WITH(routes_) { \
		.steps = client_steps, .step_count = CLIENT_STEPS, \
		.objects = client_objects, .object_count = CLIENT_OBJECTS, \
		.threads = client_threads, .thread_count = 1, \
		.actions = "aaaaaaaaaaaaaaaa", .action_port = ACTION_PORT, \
		.routes = (routes_), .route_count = 2, \
		.truth = truth, .truth_count = sizeof(truth) / sizeof(truth[0]), \
	}
static const struct flow_script client_of_two = CLIENT_WITH(to_two_nodes);
static const struct flow_script client_of_three = CLIENT_WITH(to_three_nodes);

static const struct nodes_scripts scripts[] = {
	{2, &client_of_two, {&both_servers}},
	{3, &client_of_three, {&reader_alone, &knower_alone}},
	{0},
};

const struct benchmark bench_flow_remote = {
	.name = "flow.remote",
	.summary = "one call of two servers on other nodes, until both have replied",
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
