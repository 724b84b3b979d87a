/* SPDX-License-Identifier: MIT */
/* mem.mlp: number of cache misses that a core has in flight at once. The cost of a load falls with
 * the number of chases until all miss buffers are in use. The curve becomes flat at their number,
 * or at the memory's bandwidth. */
#include "bench/mem/mlp.h"

#include "bench/benchmark.h"
#include "bench/mem/cycle.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/buffer_limit.h"
#include "bench/platform.h"

enum {AXIS_CHASES};

struct mlp {
	struct line *at[MLP_CHASES_MAX];        /* first: the loops continue from them */
	mlp_loop *loop;
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
	uint64_t number = ctx->point[AXIS_CHASES];
	uint32_t count = (uint32_t)(size_bytes / LINE_BYTES);
	struct mlp *mlp = ctx->state;

	if (lines == NULL)
		return bench_skip(ctx, "memory", "no memory for the buffer");
	cycle_link_random(lines, count, &ctx->rng);
	chase_check(ctx, lines, count, true);
	for (uint64_t i = 0; i < number; i++)
		mlp->at[i] = &lines[i * count / number];
	mlp->loop = loops[number];
	return 0;
}

/* Compiles to a load and a jump to the loop. */
static void mlp_run(struct bench_ctx *ctx, uint64_t iterations)
{
	const struct mlp *mlp = ctx->state;

	mlp->loop(ctx, iterations);
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
};
