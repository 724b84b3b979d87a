/* SPDX-License-Identifier: MIT */
/* clock.timer_latency: the latency of a timed wake-up of a program. Every sample is the time from
 * the requested deadline until the program runs, so a late interrupt or a timer that must be armed
 * again is included. The method is that of cyclictest (rt-tests). The tail of the samples shows
 * what delays a system. The full suite with samples=1024 measures for two minutes. */
#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/words.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"


/* Intervals, from one that is too short for a deep sleep state to one that permits the deepest. */
static const uint64_t intervals_us[] = {50, 1000, 10000, 100000};

#define INTERVALS_FULL (sizeof(intervals_us) / sizeof(intervals_us[0]))
#define INTERVALS_QUICK 3
#define INTERVAL_TELLING_US 1000

static size_t intervals(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = ctx->suite == SUITE_QUICK ? INTERVALS_QUICK : INTERVALS_FULL;

	for (size_t i = 0; i < count; i++)
		values[i] = intervals_us[i];
	return count;
}

struct timer_latency {
	uint64_t least_ticks;           /* of all samples; 0: none yet */
	uint64_t shortest_ticks;        /* from the request to the wake-up; 0: none yet */
};

static int timer_latency_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct timer_latency *latency = ctx->state;
	uint64_t interval_ticks = ticks_of_us(ctx->point[0], platform_clock_hz());
	uint64_t begin_tsc = clock_read(), deadline_tsc = begin_tsc + interval_ticks, woken_tsc;
	int status = platform_sleep_until(deadline_tsc, &woken_tsc);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "timer", "the machine has no timer that can wake a program");
	if (status != 0)
		return bench_error(ctx, status, "the timer failed: error %d", status);
	values[0] = woken_tsc - deadline_tsc;
	if (latency->least_ticks == 0 || values[0] < latency->least_ticks)
		latency->least_ticks = values[0];
	if (latency->shortest_ticks == 0 || woken_tsc - begin_tsc < latency->shortest_ticks)
		latency->shortest_ticks = woken_tsc - begin_tsc;
	return 0;
}

/* A timer with a wrong rate is late by a part of the interval, which this detects. It does not
 * detect a late host: an emulator may be late by any time, and a hypervisor by a short interval. */
static int timer_latency_verify(struct bench_ctx *ctx)
{
	const struct timer_latency *latency = ctx->state;

	if (latency->shortest_ticks < ticks_of_us(ctx->point[0], platform_clock_hz()))
		validity_check_failed(ctx, "interval", "a sleep took only %lu ticks, less than the "
						       "interval", latency->shortest_ticks);
	if (platform_time_base() != TIME_EMULATED && ctx->point[0] >= INTERVAL_TELLING_US &&
	    latency->least_ticks >= ticks_of_us(ctx->point[0], platform_clock_hz()))
		validity_check_failed(ctx, "timer", "no wake-up was less than %lu ticks late, "
						    "longer than the interval",
				      latency->least_ticks);
	return 0;
}

static const struct axis axes[] = {{"interval_us", NULL, intervals}, {0}};

/* A named stage, because the values do not include the timing overhead. */
static const char *const stages[] = {"lateness", NULL};

const struct benchmark bench_clock_timer_latency = {
	.name = "clock.timer_latency",
	.summary = "latency of one timed wake-up, from its deadline",
	.differs_hosted =
		"clock_nanosleep to an absolute time of CLOCK_MONOTONIC, with 1 ns of timer slack; "
		"bare metal uses the " WORD_TIMER " and " WORD_SLEEP,
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_CLOCK,
	.point_ms = 100,
	.axes = axes,
	.stages = stages,
	.sample = timer_latency_sample,
	.state_bytes = sizeof(struct timer_latency),
	.verify = timer_latency_verify,
	.verified = "no sleep is shorter than the interval, and one is late by less than it",
};
