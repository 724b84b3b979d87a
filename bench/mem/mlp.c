/* SPDX-License-Identifier: MIT */
/* mem.mlp: number of cache misses that a core has in flight at once. The cost of a load falls with
 * the number of chases until all miss buffers are in use. The curve becomes flat at the number of
 * miss buffers, or at the memory's bandwidth. */
#include "bench/mem/mlp.h"

#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/cycle.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/buffer_limit.h"
#include "bench/platform.h"

#define NEAR_STEPS 2048                 /* number of steps that are verified; limits the cost */

enum {AXIS_CHASES};

struct mlp {
	struct line *at[MLP_CHASES_MAX];        /* first: the loops continue from them */
	mlp_loop *loop;
	struct chase cycle;                     /* cycle of all lines */
};

static mlp_loop *const loops[MLP_CHASES_MAX + 1] = {
	[1] = mlp_run_1, [2] = mlp_run_2, [3] = mlp_run_3, [4] = mlp_run_4, [5] = mlp_run_5,
	[6] = mlp_run_6, [8] = mlp_run_8, [10] = mlp_run_10, [12] = mlp_run_12, [16] = mlp_run_16,
};

static size_t chases(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	(void)ctx;
	for (uint64_t number = 1; number <= MLP_CHASES_MAX; number++) {
		if (loops[number] != NULL)
			values[count++] = number;
	}
	return count;
}

static int mlp_setup(struct bench_ctx *ctx)
{
	uint64_t size_bytes;
	struct line *lines = buffer_limit_map(ctx, &size_bytes);
	uint32_t number = (uint32_t)ctx->point[AXIS_CHASES];
	uint32_t count = (uint32_t)(size_bytes / LINE_BYTES);
	struct mlp *mlp = ctx->state;

	if (lines == NULL)
		return bench_skip(ctx, "memory", "no memory for the buffer");
	cycle_link_random(lines, count, &ctx->rng);
	cycle_spread(lines, count, mlp->at, number);
	mlp->cycle = (struct chase){
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES, .count = count,
		.is_random = true,
	};
	mlp->loop = loops[number];
	return 0;
}

/* Compiles to a load and a jump to the loop. */
static void mlp_run(struct bench_ctx *ctx, uint64_t iterations)
{
	const struct mlp *mlp = ctx->state;

	mlp->loop(ctx, iterations);
}

/* Number of steps from one chase to the first line that is another chase's. Returns the limit if no
 * such line is near. */
static uint32_t steps_to_another(const struct mlp *mlp, uint32_t number, uint32_t from,
				 uint32_t limit)
{
	const struct line *line = mlp->at[from]->next;

	for (uint32_t steps = 1; steps < limit; steps++, line = line->next) {
		for (uint32_t i = 0; i < number; i++) {
			if (line == mlp->at[i])
				return steps;
		}
	}
	return limit;
}

/* All chases have made the same number of loads, so their distances are those of the start. If
 * chases were near each other, one would find lines that another has just loaded. */
static int mlp_verify(struct bench_ctx *ctx)
{
	uint32_t number = (uint32_t)ctx->point[AXIS_CHASES];
	const struct mlp *mlp = ctx->state;
	uint32_t count = mlp->cycle.count;

	chase_check(ctx, &mlp->cycle);
	for (uint32_t i = 0; i < number; i++) {
		uint32_t distance = cycle_distance(count, i + 1, number) -
				    cycle_distance(count, i, number);
		uint32_t limit = distance < NEAR_STEPS ? distance : NEAR_STEPS;
		uint32_t steps = steps_to_another(mlp, number, i, limit);

		if (steps < limit)
			validity_check_failed(ctx, "order", "chase %u is only %u steps from "
							    "another, not %u", i + 1, steps,
					      distance);
	}
	return 0;
}

static const struct axis axes[] = {[AXIS_CHASES] = {"chases", NULL, chases}, {0}};

const struct benchmark bench_mem_mlp = {
	.name = "mem.mlp",
	.summary = "one load of several parallel random pointer chases",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 200,
	.axes = axes,
	.state_bytes = sizeof(struct mlp),
	.setup = mlp_setup,
	.run = mlp_run,
	.loop_operations = MLP_LOADS,
	.verify = mlp_verify,
	.verified = "the chases are equally far from each other on one random cycle of all lines",
};
