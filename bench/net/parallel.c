/* net.parallel: a task forks and joins two threads, whose lengths decide which of the two paths is
 * the critical one and how near to it the other is, as in figure 4 of Ashton & Penny, "The
 * Interaction Network", 1991. The length is the timer's, or work on a CPU; the log says which path
 * it has to be. */
#include "bench/net/workload.h"
#include "bench/platform.h"
#include "lib/string.h"

#define FIRST_US 1000
#define FIRST_TURNS 2000000u            /* several time slices of any CPU */

enum {ACTION_PORT, TIMER, OBJECTS};

static const struct net_object_plan objects[] = {
	[ACTION_PORT] = {NET_PORT, "action_port"},
	[TIMER] = {NET_DELAY, "timer"},
};

enum {MAIN_THREAD, FIRST_THREAD, SECOND_THREAD};
enum {CREATE_FIRST = 1, CREATE_SECOND = 2, FIRST_STEPS = 6, SECOND_STEPS = 8, STEPS = 10};

static const struct net_thread_plan threads[] = {
	[MAIN_THREAD] = {"main", 0, false},
	[FIRST_THREAD] = {"first", FIRST_STEPS, true},
	[SECOND_THREAD] = {"second", SECOND_STEPS, true},
};

/* What the two threads do is put in by the point. */
static const struct net_step steps[STEPS] = {
	{NET_OP_NEXT, ACTION_PORT, 0},
	[CREATE_FIRST] = {NET_OP_CREATE, FIRST_THREAD, 0},
	[CREATE_SECOND] = {NET_OP_CREATE, SECOND_THREAD, 0},
	{NET_OP_JOIN, FIRST_THREAD, 0},
	{NET_OP_JOIN, SECOND_THREAD, 0},
	{NET_OP_AGAIN, 0, 0},
	[FIRST_STEPS + 1] = {NET_OP_EXIT, 0, 0},
	[SECOND_STEPS + 1] = {NET_OP_EXIT, 0, 0},
};

struct parallel {
	struct net_script script;
	struct net_step steps[STEPS];
	uint16_t truth[3];
};

enum {AXIS_LENGTH, AXIS_SECOND, AXIS_CPUS};
enum {LENGTH_TIMER, LENGTH_WORK};

static const char *const length_labels[] = {[LENGTH_TIMER] = "timer", [LENGTH_WORK] = "work"};

static size_t lengths(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = LENGTH_TIMER;
	values[1] = LENGTH_WORK;
	return 2;
}

/* Of the first one's. Two that work as long as each other on one CPU end as their time slices fall:
 * nobody could say which one last. */
static size_t percents(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	bool is_work = ctx->point[AXIS_LENGTH] == LENGTH_WORK;
	size_t count = 0;

	values[count++] = 50;
	if (!is_work) {
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

static struct net_step step_of_length(const struct bench_ctx *ctx, uint32_t percent)
{
	if (ctx->point[AXIS_LENGTH] == LENGTH_WORK)
		return (struct net_step){NET_OP_WORK, 0, FIRST_TURNS / 100 * percent};
	return (struct net_step){NET_OP_REQUEST, TIMER, FIRST_US * percent / 100};
}

static int set_up(struct bench_ctx *ctx)
{
	uint32_t percent = (uint32_t)ctx->point[AXIS_SECOND];
	struct parallel *parallel = ctx->state;

	memcpy(parallel->steps, steps, sizeof(steps));
	parallel->steps[FIRST_STEPS] = step_of_length(ctx, 100);
	parallel->steps[SECOND_STEPS] = step_of_length(ctx, percent);
	parallel->truth[0] = parallel->truth[2] = NET_TRUTH_SOURCE;
	parallel->truth[1] = percent > 100 ? CREATE_SECOND : CREATE_FIRST;
	parallel->script = (struct net_script){
		.steps = parallel->steps, .step_count = STEPS,
		.objects = objects, .object_count = OBJECTS,
		.threads = threads, .thread_count = sizeof(threads) / sizeof(threads[0]),
		.actions = "a",
		.action_port = ACTION_PORT,
		.truth = parallel->truth, .truth_count = 3,
	};
	return workload_open(ctx, &(struct net_run){
		&parallel->script, NET_RECORDING_ON, (uint32_t)ctx->point[AXIS_CPUS],
		WORKLOAD_RING_EVENTS,
	});
}

const struct benchmark bench_net_parallel = {
	.name = "net.parallel",
	.summary = "one task that forks and joins two threads of known lengths",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_INTERACTIONS,
	.axes = axes,
	.state_bytes = sizeof(struct parallel),
	.setup = set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
};
