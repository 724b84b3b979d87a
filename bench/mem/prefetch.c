/* SPDX-License-Identifier: MIT */
/* mem.prefetch: effect of the hardware prefetchers. A pointer chase goes through memory in
 * sequential order, which prefetchers predict, and in random order, which they cannot predict.
 * Prefetchers are on, and if the CPU can disable them, also off. */
#include "bench/benchmark.h"
#include "bench/mem/chase.h"
#include "bench/mem/cycle.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/buffer_limit.h"
#include "bench/platform.h"
#include "lib/cpu/words.h"

enum {AXIS_PREFETCHERS, AXIS_ORDER};
enum prefetchers {PREFETCHERS_ON, PREFETCHERS_OFF};
enum order {ORDER_SEQUENTIAL, ORDER_RANDOM};

static const char *const prefetchers_labels[] = {
	[PREFETCHERS_ON] = "on", [PREFETCHERS_OFF] = "off",
};

static const char *const order_labels[] = {
	[ORDER_SEQUENTIAL] = "sequential", [ORDER_RANDOM] = "random",
};

static size_t states(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = PREFETCHERS_ON;
	if ((platform_capabilities() & CAN_PREFETCH_CONTROL) == 0) {
		bench_skip(ctx, "prefetch_control", WORD_PREFETCHERS);
		return 1;
	}
	values[1] = PREFETCHERS_OFF;
	return 2;
}

static size_t orders(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = ORDER_SEQUENTIAL;
	values[1] = ORDER_RANDOM;
	return 2;
}

/* Prefetchers are disabled last, so that teardown is needed only after a successful setup. */
static int prefetch_setup(struct bench_ctx *ctx)
{
	uint64_t size_bytes;
	struct line *lines = buffer_limit_map(ctx, &size_bytes);
	uint32_t count = (uint32_t)(size_bytes / LINE_BYTES);
	struct chase *chase = ctx->state;

	if (lines == NULL)
		return bench_skip(ctx, "memory", "no memory for the buffer");
	if (ctx->point[AXIS_ORDER] == ORDER_RANDOM)
		cycle_link_random(lines, count, &ctx->rng);
	else
		cycle_link_sequential(lines, count);
	*chase = (struct chase){
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES, .count = count,
		.is_random = ctx->point[AXIS_ORDER] == ORDER_RANDOM,
	};
	if (ctx->point[AXIS_PREFETCHERS] == PREFETCHERS_OFF)
		platform_prefetchers(false);
	return 0;
}

static void prefetch_teardown(struct bench_ctx *ctx)
{
	if (ctx->point[AXIS_PREFETCHERS] == PREFETCHERS_OFF)
		platform_prefetchers(true);
}

static const struct axis axes[] = {
	[AXIS_PREFETCHERS] = {"prefetchers", prefetchers_labels, states},
	[AXIS_ORDER] = {"order", order_labels, orders},
	{0},
};

const struct benchmark bench_mem_prefetch = {
	.name = "mem.prefetch",
	.summary = "one load of a pointer chase over all cache lines of a large buffer",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.point_ms = 50,
	.axes = axes,
	.state_bytes = sizeof(struct chase),
	.setup = prefetch_setup,
	.run = chase_run,
	.loop_operations = CHASE_LOADS,
	.verify = chase_verify,
	.verified = "the chase visits each line of the buffer once, in the order of the point",
	.teardown = prefetch_teardown,
};
