/* SPDX-License-Identifier: MIT */
/* flow.random: randomly generated networks with a known critical path. The path is written to the
 * log with the events, and the host compares both. */
#include "bench/flow/random.h"
#include "bench/flow/workload.h"
#include "bench/platform.h"
#include "lib/text/string.h"

#define PAGE_4K 4096
#define EVENTS_A_THREAD 128
#define SEEDS 3
#define SAMPLES 7                       /* up to 100 ms each; few, because the paths matter and not
					 * the times */

enum {AXIS_THREADS, AXIS_SEED, AXIS_CPUS};

static size_t random_run_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = 8;
	values[1] = 32;
	values[2] = 128;
	return 3;
}

static size_t seeds(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t i = 0; i < SEEDS; i++)
		values[i] = i + 1;
	return SEEDS;
}

static const struct axis axes[] = {
	[AXIS_THREADS] = {"threads", NULL, random_run_sizes},
	[AXIS_SEED] = {"seed", NULL, seeds},
	[AXIS_CPUS] = {"cpus", NULL, workload_cpus},
	{0},
};

static int random_run_set_up(struct bench_ctx *ctx)
{
	uint32_t threads = (uint32_t)ctx->point[AXIS_THREADS];
	size_t size_bytes = random_network_bytes(threads);
	void *memory = platform_map(size_bytes, PAGE_4K);
	struct rng rng;

	if (memory == NULL)
		return bench_skip(ctx, "memory", "no memory for the network");
	ctx->samples = SAMPLES;
	memset(memory, 0, size_bytes);
	rng_seed(&rng, ctx->point[AXIS_SEED]);
	return workload_open(ctx, &(struct flow_run){
		.script = random_network_make(memory, threads, &rng),
		.recording = FLOW_RECORDING_ON, .cpus = (uint32_t)ctx->point[AXIS_CPUS],
		.ring_events = threads * EVENTS_A_THREAD,
	});
}

const struct benchmark bench_flow_random = {
	.name = "flow.random",
	.summary = "one task of a random network of forks, joins and messages",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = axes,
	.setup = random_run_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
