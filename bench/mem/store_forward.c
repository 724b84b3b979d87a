/* SPDX-License-Identifier: MIT */
/* mem.store_forward: cost of loading data that was just stored. A core forwards data from its store
 * buffer if one store has all of it. Otherwise the load waits until the store has reached the
 * cache, which takes several times as long. Agner Fog, "The microarchitecture of Intel, AMD and VIA
 * CPUs", has values by core under "Store forwarding". The loops compile to a store, or two, and a
 * load for each pair. */
#include "bench/mem/store_forward.h"

#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/text/string.h"

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

/* Bytes that the stores of a case write. */
static const struct written {
	uint16_t first, count;
} written[] = {
	[CASE_same] = {0, 8}, [CASE_same_byte] = {0, 1}, [CASE_low_half] = {0, 8},
	[CASE_high_half] = {0, 8}, [CASE_inner_byte] = {0, 8}, [CASE_wider] = {0, 4},
	[CASE_two_stores] = {0, 8}, [CASE_overlap] = {0, 8}, [CASE_line_split] = {60, 8},
	[CASE_page_split] = {4092, 8},
};

/* Fill the bytes of the case with a value and all others with its complement, and run the loop
 * once. Stores a bit for each byte of the case that still has the value. Returns whether all other
 * bytes are unchanged. */
static bool store_into(struct bench_ctx *ctx, uint8_t fill, uint8_t *kept)
{
	const struct store_forward *state = ctx->state;
	const struct written *range = &written[ctx->point[0]];
	uint8_t other = (uint8_t)~fill;
	uint8_t *bytes = memset(state->buffer, other, STORE_FORWARD_BYTES);
	unsigned outside = 0;

	memset(bytes + range->first, fill, range->count);
	*kept = 0;
	store_forward_run(ctx, STORE_FORWARD_PAIRS);
	for (unsigned i = 0; i < STORE_FORWARD_BYTES; i++) {
		if (i < range->first || i >= range->first + range->count)
			outside += bytes[i] != other;
		else if (bytes[i] == fill)
			*kept |= (uint8_t)(1u << (i - range->first));
	}
	return outside == 0;
}

/* The stored value is unknown, but it must not be that of the case's bytes both times. */
static int store_forward_verify(struct bench_ctx *ctx)
{
	const struct written *range = &written[ctx->point[0]];
	uint8_t kept, kept_other;

	if (!store_into(ctx, 0x5a, &kept) || !store_into(ctx, 0xa5, &kept_other) ||
	    (kept & kept_other) != 0)
		validity_check_failed(ctx, "stores", "the loop does not write the %u bytes from %u "
						     "on, or writes others",
				      (unsigned)range->count, (unsigned)range->first);
	return 0;
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
	.verify = store_forward_verify,
	.verified = "the stores write the bytes of the case, and no others",
};
