/* net.files: a command that makes five requests to a file server of two threads, as in figure 6 of
 * Ashton & Penny, "The Interaction Network", 1991. Each request is a blocking send, and the command
 * waits for the reply; some need the disk. Nothing goes on in parallel but the ends of things. */
#include "bench/net/workload.h"
#include "bench/platform.h"

#define WORD_MEMORY 0x400u              /* the request is answered from memory */
#define READ(block) (0x200u | (block))  /* from the disk, which takes the block from the low bits */
#define DISK_US 400

enum {
	SHELL_PORT, SERVER_PORT, REPLY_PORT, DISK, DISK_QUEUE, SHELL, LIST, SERVER, CATALOGUE,
	OBJECTS
};

static const struct net_object_plan objects[] = {
	[SHELL_PORT] = {NET_PORT, "shell_port"},
	[SERVER_PORT] = {NET_PORT, "server_port"},
	[REPLY_PORT] = {NET_PORT, "reply_port"},
	[DISK] = {NET_DISK, "disk"},
	[DISK_QUEUE] = {NET_QUEUE, "disk_queue"},
	[SHELL] = {NET_SOFTWARE, "shell"},
	[LIST] = {NET_SOFTWARE, "list"},
	[SERVER] = {NET_SOFTWARE, "file_server"},
	[CATALOGUE] = {NET_DATA, "catalogue"},
};

enum {SHELL_THREAD, LIST_THREAD, SERVER_A_THREAD, SERVER_B_THREAD};
enum {SHELL_STEPS = 0, LIST_STEPS = 6, SERVER_STEPS = 24, STEPS = 33};

static const struct net_step steps[STEPS] = {
	[SHELL_STEPS] =
	{NET_OP_NEXT, SHELL_PORT, 0},
	{NET_OP_BEGIN_USE, SHELL, 0},
	{NET_OP_WORK, 0, 2000},
	{NET_OP_CREATE, LIST_THREAD, 0},
	{NET_OP_JOIN, LIST_THREAD, 0},
	{NET_OP_AGAIN, 0, 0},
	[LIST_STEPS] =
	{NET_OP_BEGIN_USE, LIST, 0},
	{NET_OP_WORK, 0, 1000},
	{NET_OP_SEND_BLOCKING, SERVER_PORT, WORD_MEMORY},       /* attributes */
	{NET_OP_RECEIVE, REPLY_PORT, 0},
	{NET_OP_WORK, 0, 500},
	{NET_OP_SEND_BLOCKING, SERVER_PORT, READ(1)},           /* read */
	{NET_OP_RECEIVE, REPLY_PORT, 0},
	{NET_OP_WORK, 0, 500},
	{NET_OP_SEND_BLOCKING, SERVER_PORT, READ(2)},           /* read */
	{NET_OP_RECEIVE, REPLY_PORT, 0},
	{NET_OP_WORK, 0, 500},
	{NET_OP_SEND_BLOCKING, SERVER_PORT, WORD_MEMORY},       /* read link */
	{NET_OP_RECEIVE, REPLY_PORT, 0},
	{NET_OP_WORK, 0, 500},
	{NET_OP_SEND_BLOCKING, SERVER_PORT, READ(3)},           /* read directory */
	{NET_OP_RECEIVE, REPLY_PORT, 0},
	{NET_OP_WORK, 0, 2000},
	{NET_OP_EXIT, 0, 0},
	[SERVER_STEPS] =
	{NET_OP_NEXT, SERVER_PORT, 0},
	{NET_OP_BEGIN_USE, SERVER, 0},
	{NET_OP_WORK, 0, 1000},
	{NET_OP_UNLESS, 3, WORD_MEMORY},
	{NET_OP_BEGIN_USE, CATALOGUE, 0},
	{NET_OP_REQUEST, DISK, DISK_US},
	{NET_OP_END_USE, CATALOGUE, 0},
	{NET_OP_SEND, REPLY_PORT, 0},           /* what was read */
	{NET_OP_AGAIN, 0, 0},
};

static const struct net_thread_plan threads[] = {
	[SHELL_THREAD] = {"shell", SHELL_STEPS, false},
	[LIST_THREAD] = {"list", LIST_STEPS, true},
	[SERVER_A_THREAD] = {"server_a", SERVER_STEPS, false},
	[SERVER_B_THREAD] = {"server_b", SERVER_STEPS, false},
};

static const struct net_state_plan states[] = {
	{1 << SERVER, 1 << LIST},
	{1 << SERVER, 1 << LIST | 1 << SERVER},
	{1 << SERVER, 1 << LIST | 1 << SERVER | 1 << DISK},
	{1 << SERVER, 1 << CATALOGUE},
};

static const struct net_script script = {
	.steps = steps, .step_count = STEPS,
	.objects = objects, .object_count = OBJECTS,
	.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
	.states = states, .state_count = sizeof(states) / sizeof(states[0]),
	.actions = "\n",
	.action_port = SHELL_PORT,
};

const struct benchmark bench_net_files = {
	.name = "net.files",
	.summary = "one command that makes five requests to a file server of two threads",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_NET,
	.needs = CAN_INTERACTIONS,
	.axes = workload_axes,
	.variant = &script,
	.setup = workload_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
};
