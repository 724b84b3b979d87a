/* SPDX-License-Identifier: MIT */
/* selftest.*: operations with a known cost. The host tool checks them. A wrong answer makes the
 * whole run invalid, because the error is in the timing and not in one benchmark. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/null/empty.h"
#include "bench/selftest/chains.h"

#define SUITES (SUITE_QUICK | SUITE_FULL | SUITE_EXACT)

/* Must be 0 after the subtraction of null.timing. */
const struct benchmark bench_selftest_null = {
	.name = "selftest.null",
	.summary = "empty operation; its residual is the bias of every other metric",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITES,
	.run = empty_run,
	.unverified = "an empty function leaves nothing behind; the host tool holds the result "
		    "against 0",
};

const struct benchmark bench_selftest_add_chain = {
	.name = "selftest.add_chain",
	.summary = "one addition of a dependent chain: one core clock cycle",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITES,
	.run = chain_add,
	.loop_operations = CHAIN_ELEMENTS,
	.unverified = "registers only change; the host tool holds the result against the known "
		    "latency",
};

const struct benchmark bench_selftest_xor_chain = {
	.name = "selftest.xor_chain",
	.summary = "one exclusive OR of a dependent chain: one core clock cycle",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITES,
	.run = chain_xor,
	.loop_operations = CHAIN_ELEMENTS,
	.unverified = "registers only change; the host tool holds the result against the known "
		    "latency",
};

const struct benchmark bench_selftest_mul_chain = {
	.name = "selftest.mul_chain",
	.summary = "one 64-bit multiplication of a dependent chain",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITES,
	.run = chain_multiply,
	.loop_operations = CHAIN_ELEMENTS,
	.unverified = "registers only change; the host tool holds the result against the known "
		    "latency",
};

static int point_state_to_itself(struct bench_ctx *ctx)
{
	*(void **)ctx->state = ctx->state;
	return 0;
}

static int state_points_to_itself(struct bench_ctx *ctx)
{
	if (*(void **)ctx->state != ctx->state)
		validity_check_failed(ctx, "chain", "the chain of loads leaves its word");
	return 0;
}

const struct benchmark bench_selftest_l1_load = {
	.name = "selftest.l1_load",
	.summary = "one dependent load from the first-level cache",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITES,
	.state_bytes = sizeof(void *),
	.setup = point_state_to_itself,
	.run = chain_load,
	.verify = state_points_to_itself,
	.verified = "each load reads the pointer that the next one uses",
	.loop_operations = CHAIN_ELEMENTS,
};
