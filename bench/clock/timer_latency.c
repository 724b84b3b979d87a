/* SPDX-License-Identifier: MIT */
/* clock.timer_latency: the latency of a timed wake-up of a program. Every sample is the time from
 * the requested deadline until the program runs, so a late interrupt or a timer that must be armed
 * again is included. The method is cyclictest's (rt-tests); its tail shows what delays a system.
 * The full suite with samples=1024 measures for two minutes. */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"
#include "lib/x86/tsc.h"


/* From too short for a deep sleep state to the deepest. */
static const uint64_t intervals_us[] = {50, 1000, 10000, 100000};

#define INTERVALS_FULL (sizeof(intervals_us) / sizeof(intervals_us[0]))
#define INTERVALS_QUICK 3

static size_t intervals(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = ctx->suite == SUITE_QUICK ? INTERVALS_QUICK : INTERVALS_FULL;

	for (size_t i = 0; i < count; i++)
		values[i] = intervals_us[i];
	return count;
}

static int timer_latency_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	uint64_t interval_ticks = ticks_of_us(ctx->point[0], platform_tsc_hz());
	uint64_t deadline_tsc = tsc_read_fenced() + interval_ticks, woken_tsc;
	int status = platform_sleep_until(deadline_tsc, &woken_tsc);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "timer", "the machine has no timer that can wake a program");
	if (status != 0)
		return bench_error(ctx, status, "the timer failed: error %d", status);
	values[0] = woken_tsc - deadline_tsc;
	return 0;
}

static const struct axis axes[] = {{"interval_us", NULL, intervals}, {0}};

/* A stage, because its values do not include the timing overhead. */
static const char *const stages[] = {"lateness", NULL};

const struct benchmark bench_clock_timer_latency = {
	.name = "clock.timer_latency",
	.summary = "latency of one timed wake-up, from its deadline",
	.differs_hosted =
		"clock_nanosleep to an absolute time of CLOCK_MONOTONIC, with 1 ns of timer slack; "
		"bare metal uses the local APIC timer and HLT",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_CLOCK,
	.point_ms = 100,
	.axes = axes,
	.stages = stages,
	.sample = timer_latency_sample,
	.verified = "no wake-up is before its deadline",
};
