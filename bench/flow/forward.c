/* SPDX-License-Identifier: MIT */
/* flow.forward: a call of a server to which only a third node has a link. That node forwards
 * request and reply: each packet goes directly to the queue of the next link, without a thread.
 * Ashton & Penny, "The Interaction Network", 1991, section 3.2, store and forward. */
#include "bench/flow/nodes.h"
#include "bench/platform.h"

#define DISK_US 400
#define WORD_READ 0x203u                /* block 3 of the disk */

enum {CLIENT_NODE, GATEWAY_NODE, SERVER_NODE};

enum {
	ACTION_PORT, REPLY_PORT, TO_SERVER, LINK, LINK_QUEUE, CLIENT, CLIENT_OBJECTS
};
enum {GATE_TO_SERVER, GATE_TO_CLIENT, GATE_LINK, GATE_LINK_QUEUE, GATE_OBJECTS};
enum {
	SERVER_PORT, TO_CLIENT, DISK, DISK_QUEUE, THEIR_LINK, THEIR_LINK_QUEUE, SERVER,
	SERVER_OBJECTS
};

/* ---- The client ---- */

static const struct flow_object_plan client_objects[] = {
	[ACTION_PORT] = {FLOW_PORT, "action_port"},
	[REPLY_PORT] = {FLOW_PORT, "reply_port"},
	[TO_SERVER] = {FLOW_PORT, "to_server"},
	[LINK] = {FLOW_DEVICE, "link"},
	[LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[CLIENT] = {FLOW_SOFTWARE, "client"},
};

enum {ASK = 3, CLIENT_STEPS = 9};

static const struct flow_step client_steps[CLIENT_STEPS] = {
	{FLOW_OP_NEXT, ACTION_PORT, 0},
	{FLOW_OP_BEGIN_USE, CLIENT, 0},
	{FLOW_OP_WORK, 0, 2000},
	[ASK] = {FLOW_OP_SEND, TO_SERVER, WORD_READ},
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_RESPOND, 0, 0},
	{FLOW_OP_END_USE, CLIENT, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan client_threads[] = {{"client", 0, false}};
static const struct flow_route client_routes[] = {
	NODES_ROUTE(TO_SERVER, LINK, GATEWAY_NODE, GATE_TO_SERVER),
};

/* ---- The gateway ---- */

static const struct flow_object_plan gate_objects[] = {
	[GATE_TO_SERVER] = {FLOW_PORT, "on_to_server"},
	[GATE_TO_CLIENT] = {FLOW_PORT, "on_to_client"},
	[GATE_LINK] = {FLOW_DEVICE, "link"},
	[GATE_LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
};

static const struct flow_route gate_routes[] = {
	NODES_ROUTE(GATE_TO_SERVER, GATE_LINK, SERVER_NODE, SERVER_PORT),
	NODES_ROUTE(GATE_TO_CLIENT, GATE_LINK, CLIENT_NODE, REPLY_PORT),
};

static const struct flow_script gateway = {
	.objects = gate_objects, .object_count = GATE_OBJECTS,
	.routes = gate_routes, .route_count = 2,
};

/* ---- The server ---- */

static const struct flow_object_plan server_objects[] = {
	[SERVER_PORT] = {FLOW_PORT, "server_port"},
	[TO_CLIENT] = {FLOW_PORT, "to_client"},
	[DISK] = {FLOW_DISK, "disk"},
	[DISK_QUEUE] = {FLOW_QUEUE, "disk_queue"},
	[THEIR_LINK] = {FLOW_DEVICE, "link"},
	[THEIR_LINK_QUEUE] = {FLOW_QUEUE, "link_queue"},
	[SERVER] = {FLOW_SOFTWARE, "server"},
};

enum {ANSWER = 4, SERVER_STEPS = 6};

static const struct flow_step server_steps[SERVER_STEPS] = {
	{FLOW_OP_NEXT, SERVER_PORT, 0},
	{FLOW_OP_BEGIN_USE, SERVER, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_REQUEST, DISK, DISK_US},
	[ANSWER] = {FLOW_OP_SEND, TO_CLIENT, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan server_threads[] = {{"server", 0, false}};
static const struct flow_route server_routes[] = {
	NODES_ROUTE(TO_CLIENT, THEIR_LINK, GATEWAY_NODE, GATE_TO_CLIENT),
};

static const struct flow_script server = {
	.steps = server_steps, .step_count = SERVER_STEPS,
	.objects = server_objects, .object_count = SERVER_OBJECTS,
	.threads = server_threads, .thread_count = 1,
	.routes = server_routes, .route_count = 1,
};

/* ---- All ---- */

static const uint16_t truth[] = {
	FLOW_TRUTH_SOURCE, ASK, CLIENT_STEPS + ANSWER, FLOW_TRUTH_SOURCE,
};

static const struct flow_script client = {
	.steps = client_steps, .step_count = CLIENT_STEPS,
	.objects = client_objects, .object_count = CLIENT_OBJECTS,
	.threads = client_threads, .thread_count = 1,
	.actions = "aaaaaaaaaaaaaaaa", .action_port = ACTION_PORT,
	.routes = client_routes, .route_count = 1,
	.truth = truth, .truth_count = sizeof(truth) / sizeof(truth[0]),
};

static const struct nodes_scripts scripts[] = {{3, &client, {&gateway, &server}}, {0}};

const struct benchmark bench_flow_forward = {
	.name = "flow.forward",
	.summary = "one call of a server through a node that enqueues and forwards packets",
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
