/* SPDX-License-Identifier: MIT */
/* mem.store_forward: cost of loading data that was just stored. A core forwards data from its store
 * buffer if one store has all of it. Otherwise the load waits until the store has reached the
 * cache, which takes several times as long. Agner Fog, "The microarchitecture of Intel, AMD and VIA
 * CPUs", has values by core under "Store forwarding". The loops compile to a store, or two, and a
 * load for each pair. */
#include "bench/mem/store_forward.h"

#include "bench/benchmark.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"

#define CASES(X) \
	X(same) X(same_byte) X(low_half) X(high_half) X(inner_byte) \
	X(wider) X(two_stores) X(overlap) X(line_split) X(page_split)

enum store_forward_case {
#define X(name) CASE_##name,
	CASES(X)
#undef X
	CASE_COUNT
};

struct store_forward {
	void *buffer;           /* first: used by the loops */
	store_forward_loop *loop;
};

static const char *const labels[] = {
#define X(name) [CASE_##name] = #name,
	CASES(X)
#undef X
};

static store_forward_loop *const loops[] = {
#define X(name) [CASE_##name] = store_forward_##name,
	CASES(X)
#undef X
};

static size_t cases(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t number = 0; number < CASE_COUNT; number++)
		values[number] = number;
	return CASE_COUNT;
}

static int store_forward_setup(struct bench_ctx *ctx)
{
	struct store_forward *state = ctx->state;

	state->buffer = platform_map(STORE_FORWARD_BYTES, PAGE_SIZE_4K);
	state->loop = loops[ctx->point[0]];
	if (state->buffer == NULL)
		return bench_skip(ctx, "memory", "no two free pages");
	return 0;
}

/* Compiles to a load and a jump to the loop. */
static void store_forward_run(struct bench_ctx *ctx, uint64_t iterations)
{
	const struct store_forward *state = ctx->state;

	state->loop(ctx, iterations);
}

static const struct axis axes[] = {{"case", labels, cases}, {0}};

const struct benchmark bench_mem_store_forward = {
	.name = "mem.store_forward",
	.summary = "one store and a dependent load of the stored data, in a chain",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.axes = axes,
	.state_bytes = sizeof(struct store_forward),
	.setup = store_forward_setup,
	.run = store_forward_run,
	.loop_operations = STORE_FORWARD_PAIRS,
};
