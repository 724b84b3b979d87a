/* SPDX-License-Identifier: MIT */
/* smp.tsc_skew: offset between the CPUs' time-stamp counters, and its error. It limits the
 * precision of measurements with two CPUs' clocks. */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "bench/smp/skew.h"

/* How far the other CPU's counter is ahead of this one's, or behind; one of the two is 0. The true
 * difference is within the error. */
static const char *const stages[] = {"ahead", "behind", "error", NULL};

static int tsc_skew_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct skew skew;
	int status = skew_measure(ctx, (uint32_t)ctx->point[0], &skew);

	values[0] = skew.ahead_ticks > 0 ? (uint64_t)skew.ahead_ticks : 0;
	values[1] = skew.ahead_ticks < 0 ? -(uint64_t)skew.ahead_ticks : 0;
	values[2] = skew.error_ticks;
	return status;
}

static const struct axis axes[] = {{"cpu", NULL, skew_cpus}, {0}};

const struct benchmark bench_smp_tsc_skew = {
	.name = "smp.tsc_skew",
	.summary = "clock difference of two CPUs, the best of 10 exchanges",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 750,
	.needs = CAN_SMP,
	.axes = axes,
	.stages = stages,
	.sample = tsc_skew_sample,
	.verified = "the difference is in the middle of the bounds that an exchange sets; no other "
		    "clock is as exact",
};
