/* SPDX-License-Identifier: MIT */
/* flow.files: a command with five requests to a file server of two threads, as in figure 6 of
 * Ashton & Penny, "The Interaction Network", 1991. Each request is a blocking send, and the command
 * waits for the reply. Some requests need the disk. Only the ends of requests overlap. */
#include "bench/flow/workload.h"
#include "bench/platform.h"

#define WORD_MEMORY 0x400u              /* the reply comes from memory */
#define READ(block) (0x200u | (block))  /* the reply comes from the disk, from the block in the low
					 * bits */
#define DISK_US 400

enum {
	SHELL_PORT, SERVER_PORT, REPLY_PORT, DISK, DISK_QUEUE, SHELL, LIST, SERVER, CATALOGUE,
	OBJECTS
};

static const struct flow_object_plan objects[] = {
	[SHELL_PORT] = {FLOW_PORT, "shell_port"},
	[SERVER_PORT] = {FLOW_PORT, "server_port"},
	[REPLY_PORT] = {FLOW_PORT, "reply_port"},
	[DISK] = {FLOW_DISK, "disk"},
	[DISK_QUEUE] = {FLOW_QUEUE, "disk_queue"},
	[SHELL] = {FLOW_SOFTWARE, "shell"},
	[LIST] = {FLOW_SOFTWARE, "list"},
	[SERVER] = {FLOW_SOFTWARE, "file_server"},
	[CATALOGUE] = {FLOW_DATA, "catalogue"},
};

enum {SHELL_THREAD, LIST_THREAD, SERVER_A_THREAD, SERVER_B_THREAD};
enum {SHELL_STEPS = 0, LIST_STEPS = 6, SERVER_STEPS = 24, STEPS = 33};

static const struct flow_step steps[STEPS] = {
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
	{FLOW_OP_SEND_BLOCKING, SERVER_PORT, WORD_MEMORY},       /* attributes */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND_BLOCKING, SERVER_PORT, READ(1)},           /* read */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND_BLOCKING, SERVER_PORT, READ(2)},           /* read */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND_BLOCKING, SERVER_PORT, WORD_MEMORY},       /* read link */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_SEND_BLOCKING, SERVER_PORT, READ(3)},           /* read directory */
	{FLOW_OP_RECEIVE, REPLY_PORT, 0},
	{FLOW_OP_WORK, 0, 2000},
	{FLOW_OP_EXIT, 0, 0},
	[SERVER_STEPS] =
	{FLOW_OP_NEXT, SERVER_PORT, 0},
	{FLOW_OP_BEGIN_USE, SERVER, 0},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_UNLESS, 3, WORD_MEMORY},
	{FLOW_OP_BEGIN_USE, CATALOGUE, 0},
	{FLOW_OP_REQUEST, DISK, DISK_US},
	{FLOW_OP_END_USE, CATALOGUE, 0},
	{FLOW_OP_SEND, REPLY_PORT, 0},           /* data of the read */
	{FLOW_OP_AGAIN, 0, 0},
};

static const struct flow_thread_plan threads[] = {
	[SHELL_THREAD] = {"shell", SHELL_STEPS, false},
	[LIST_THREAD] = {"list", LIST_STEPS, true},
	[SERVER_A_THREAD] = {"server_a", SERVER_STEPS, false},
	[SERVER_B_THREAD] = {"server_b", SERVER_STEPS, false},
};

static const struct flow_state_plan states[] = {
	{1 << SERVER, 1 << LIST},
	{1 << SERVER, 1 << LIST | 1 << SERVER},
	{1 << SERVER, 1 << LIST | 1 << SERVER | 1 << DISK},
	{1 << SERVER, 1 << CATALOGUE},
};

static const struct flow_script script = {
	.steps = steps, .step_count = STEPS,
	.objects = objects, .object_count = OBJECTS,
	.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
	.states = states, .state_count = sizeof(states) / sizeof(states[0]),
	.actions = "\n",
	.action_port = SHELL_PORT,
};

const struct benchmark bench_flow_files = {
	.name = "flow.files",
	.summary = "one command with five requests to a file server of two threads",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_FLOW,
	.point_ms = 200,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = workload_disk_axes,
	.variant = &script,
	.setup = workload_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
