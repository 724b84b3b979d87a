/* SPDX-License-Identifier: MIT */
/* flow.parallel: a task forks and joins two threads. Their lengths determine which path is critical
 * and how close the other path is, as in figure 4 of Ashton & Penny, "The Interaction Network",
 * 1991. Each thread waits for a timer, works on a CPU, or waits for a timer while it holds a lock
 * that the second thread needs. The log contains the true critical path. */
#include "bench/flow/workload.h"
#include "bench/platform.h"
#include "lib/text/string.h"

#define FIRST_US 1000
#define FIRST_TURNS 4000000u            /* several time slices of any CPU */

enum {ACTION_PORT, TIMER, LOCK, LOCK_QUEUE, OBJECTS};

static const struct flow_object_plan objects[] = {
	[ACTION_PORT] = {FLOW_PORT, "action_port"},
	[TIMER] = {FLOW_DELAY, "timer"},
	[LOCK] = {FLOW_LOCK, "lock"},
	[LOCK_QUEUE] = {FLOW_QUEUE, "lock_queue"},
};

enum {MAIN_THREAD, FIRST_THREAD, SECOND_THREAD};
enum {CREATE_FIRST = 1, CREATE_SECOND = 2, FIRST_STEPS = 6, SECOND_STEPS = 10, STEPS = 14};
enum {TAKE, LAST, GIVE, EXIT};          /* steps of each of the two threads */

static const struct flow_thread_plan threads[] = {
	[MAIN_THREAD] = {"main", 0, false},
	[FIRST_THREAD] = {"first", FIRST_STEPS, true},
	[SECOND_THREAD] = {"second", SECOND_STEPS, true},
};

/* The point sets the work of the two threads; the initial steps are work of 0 iterations. */
static const struct flow_step steps[STEPS] = {
	{FLOW_OP_NEXT, ACTION_PORT, 0},
	[CREATE_FIRST] = {FLOW_OP_CREATE, FIRST_THREAD, 0},
	[CREATE_SECOND] = {FLOW_OP_CREATE, SECOND_THREAD, 0},
	{FLOW_OP_JOIN, FIRST_THREAD, 0},
	{FLOW_OP_JOIN, SECOND_THREAD, 0},
	{FLOW_OP_AGAIN, 0, 0},
	[FIRST_STEPS + EXIT] = {FLOW_OP_EXIT, 0, 0},
	[SECOND_STEPS + EXIT] = {FLOW_OP_EXIT, 0, 0},
};

struct parallel {
	struct flow_script script;
	struct flow_step steps[STEPS];
	uint16_t truth[5];
	uint32_t truth_count;
};

enum {AXIS_LENGTH, AXIS_SECOND, AXIS_CPUS};
enum {LENGTH_TIMER, LENGTH_WORK, LENGTH_LOCK};

static const char *const length_labels[] = {
	[LENGTH_TIMER] = "timer", [LENGTH_WORK] = "work", [LENGTH_LOCK] = "lock",
};

static size_t lengths(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = LENGTH_TIMER;
	values[1] = LENGTH_WORK;
	values[2] = LENGTH_LOCK;
	return 3;
}

/* Work of the second thread in percent of the first thread's. If two threads of equal work share
 * one CPU, time slices decide which ends last, so that the last one is unknown. */
static size_t percents(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	values[count++] = 50;
	if (ctx->point[AXIS_LENGTH] == LENGTH_TIMER) {
		values[count++] = 90;
		values[count++] = 110;
	}
	values[count++] = 200;
	return count;
}

static const struct axis axes[] = {
	[AXIS_LENGTH] = {"length", length_labels, lengths},
	[AXIS_SECOND] = {"second_percent", NULL, percents},
	[AXIS_CPUS] = {"cpus", NULL, workload_cpus},
	{0},
};

static void write_in(const struct bench_ctx *ctx, struct flow_step steps_of_one[EXIT],
		     uint32_t percent)
{
	steps_of_one[LAST] = (struct flow_step){FLOW_OP_REQUEST, TIMER, FIRST_US * percent / 100};
	if (ctx->point[AXIS_LENGTH] == LENGTH_WORK)
		steps_of_one[LAST] =
			(struct flow_step){FLOW_OP_WORK, 0, FIRST_TURNS / 100 * percent};
	if (ctx->point[AXIS_LENGTH] == LENGTH_LOCK) {
		steps_of_one[TAKE] = (struct flow_step){FLOW_OP_LOCK, LOCK, 0};
		steps_of_one[GIVE] = (struct flow_step){FLOW_OP_UNLOCK, LOCK, 0};
	}
}

/* With instruction counting on several CPUs, the emulator may run one CPU for any time, so it is
 * unknown which of two working threads ends first. */
static bool has_uneven_cpus(const struct bench_ctx *ctx)
{
	return ctx->point[AXIS_LENGTH] == LENGTH_WORK && ctx->point[AXIS_CPUS] > 1 &&
	       platform_time_base() == TIME_INSTRUCTIONS;
}

static void add_truth(struct parallel *parallel, uint16_t step)
{
	parallel->truth[parallel->truth_count++] = step;
}

/* Write the critical path. The longer of the two threads is critical. With the lock both are
 * critical: the second one from the time when it gets the lock. */
static void write_truth(const struct bench_ctx *ctx, struct parallel *parallel)
{
	bool is_locked = ctx->point[AXIS_LENGTH] == LENGTH_LOCK;
	bool is_second = ctx->point[AXIS_SECOND] > 100 || is_locked;

	parallel->truth_count = 0;
	if (has_uneven_cpus(ctx))
		return;
	add_truth(parallel, FLOW_TRUTH_SOURCE);
	if (!is_second || is_locked)
		add_truth(parallel, CREATE_FIRST);
	if (is_locked)
		add_truth(parallel, FIRST_STEPS + GIVE);
	if (is_second)
		add_truth(parallel, CREATE_SECOND);
	add_truth(parallel, FLOW_TRUTH_SOURCE);
}

static int parallel_set_up(struct bench_ctx *ctx)
{
	struct parallel *parallel = ctx->state;

	memcpy(parallel->steps, steps, sizeof(steps));
	write_in(ctx, &parallel->steps[FIRST_STEPS], 100);
	write_in(ctx, &parallel->steps[SECOND_STEPS], (uint32_t)ctx->point[AXIS_SECOND]);
	write_truth(ctx, parallel);
	parallel->script = (struct flow_script){
		.steps = parallel->steps, .step_count = STEPS,
		.objects = objects, .object_count = OBJECTS,
		.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
		.actions = "a",
		.action_port = ACTION_PORT,
		.truth = parallel->truth, .truth_count = parallel->truth_count,
	};
	return workload_open(ctx, &(struct flow_run){
		.script = &parallel->script, .recording = FLOW_RECORDING_ON,
		.cpus = (uint32_t)ctx->point[AXIS_CPUS], .ring_events = WORKLOAD_RING_EVENTS,
	});
}

const struct benchmark bench_flow_parallel = {
	.name = "flow.parallel",
	.summary = "one task that forks and joins two threads of known lengths",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = axes,
	.state_bytes = sizeof(struct parallel),
	.setup = parallel_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
