/* SPDX-License-Identifier: MIT */
/* flow.message: one message between two threads of a task, in the four ways of figure 2 of Ashton &
 * Penny, "The Interaction Network", 1991: the sender waits for the reception or not, and the
 * message or its receiver arrives first. The receiver waits for the message or polls for it. */
#include "bench/flow/workload.h"
#include "bench/platform.h"
#include "lib/text/string.h"

#define SOONER_US 100
#define LATER_US 300

enum {ACTION_PORT, PORT, TIMER, OBJECTS};

static const struct flow_object_plan objects[] = {
	[ACTION_PORT] = {FLOW_PORT, "action_port"},
	[PORT] = {FLOW_PORT, "port"},
	[TIMER] = {FLOW_DELAY, "timer"},
};

enum {SENDER_THREAD, RECEIVER_THREAD};

static const struct flow_thread_plan threads[] = {
	[SENDER_THREAD] = {"sender", 0, false},
	[RECEIVER_THREAD] = {"receiver", 7, true},
};

#define WORD 1u

enum {SENDER_DELAY = 2, SENDING = 3, RECEIVER_DELAY = 7, RECEIVING = 8, STEPS = 13};

/* Template of the steps. The point sets delays and ways of sending and receiving. */
static const struct flow_step steps[STEPS] = {
	{FLOW_OP_NEXT, ACTION_PORT, 0},
	{FLOW_OP_CREATE, RECEIVER_THREAD, 0},
	[SENDER_DELAY] = {FLOW_OP_REQUEST, TIMER, 0},
	[SENDING] = {FLOW_OP_SEND, PORT, WORD},
	{FLOW_OP_WORK, 0, 1000},
	{FLOW_OP_JOIN, RECEIVER_THREAD, 0},
	{FLOW_OP_AGAIN, 0, 0},
	[RECEIVER_DELAY] = {FLOW_OP_REQUEST, TIMER, 0},
	[RECEIVING] = {FLOW_OP_RECEIVE, PORT, 0},
	{FLOW_OP_UNLESS, 1, WORD},
	{FLOW_OP_AGAIN, 0, 0},
	{FLOW_OP_WORK, 0, 500},
	{FLOW_OP_EXIT, 0, 0},
};

struct exchange {
	struct flow_script script;
	struct flow_step steps[STEPS];
};

enum {AXIS_SEND, AXIS_RECEIVE, AXIS_FIRST};
enum {BLOCKING, FREE};
enum {FIRST_MESSAGE, FIRST_RECEIVER};

static size_t both(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = 0;
	values[1] = 1;
	return 2;
}

static const char *const way_labels[] = {[BLOCKING] = "blocking", [FREE] = "free"};
static const char *const first_labels[] = {
	[FIRST_MESSAGE] = "message", [FIRST_RECEIVER] = "receiver",
};

static const struct axis axes[] = {
	[AXIS_SEND] = {"send", way_labels, both},
	[AXIS_RECEIVE] = {"receive", way_labels, both},
	[AXIS_FIRST] = {"first", first_labels, both},
	{0},
};

static int message_set_up(struct bench_ctx *ctx)
{
	bool receiver_first = ctx->point[AXIS_FIRST] == FIRST_RECEIVER;
	struct exchange *exchange = ctx->state;

	memcpy(exchange->steps, steps, sizeof(steps));
	exchange->steps[SENDER_DELAY].argument = receiver_first ? LATER_US : SOONER_US;
	exchange->steps[RECEIVER_DELAY].argument = receiver_first ? SOONER_US : LATER_US;
	if (ctx->point[AXIS_SEND] == BLOCKING)
		exchange->steps[SENDING].op = FLOW_OP_SEND_BLOCKING;
	if (ctx->point[AXIS_RECEIVE] == FREE)
		exchange->steps[RECEIVING].op = FLOW_OP_TRY_RECEIVE;
	exchange->script = (struct flow_script){
		.steps = exchange->steps, .step_count = STEPS,
		.objects = objects, .object_count = OBJECTS,
		.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
		.actions = "a",
		.action_port = ACTION_PORT,
	};
	return workload_open(ctx, &(struct flow_run){
		.script = &exchange->script, .recording = FLOW_RECORDING_ON, .cpus = 1,
		.ring_events = WORKLOAD_RING_EVENTS,
	});
}

const struct benchmark bench_flow_message = {
	.name = "flow.message",
	.summary = "one message between two threads of a task, of which one arrives 200 us later",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = axes,
	.state_bytes = sizeof(struct exchange),
	.setup = message_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
