/* SPDX-License-Identifier: MIT */
/* The figures behind a suite. When a tick is an instruction every sample is exact: a few show that
 * they agree, and filling the clock's step would only cost time. */
#include "bench/engine/effort.h"

#include "bench/platform.h"

#define QUICK_LIMIT_MS 10000
#define FULL_LIMIT_MS 60000
#define EXACT_LIMIT_MS 1000             /* of an emulator's clock, slower than real time */

/* An idle machine is watched with rests of a watch's length at most in between. */
#define LIMIT_FOR_DURATION 2

/* Several CPUs of an emulator whose host is busy wait for one another in nearly every sample. */
#define QUICK_PATIENCE_US 200000
#define FULL_PATIENCE_US 4000000
#define NO_END_US UINT32_MAX

/* In the order of struct effort: samples, at least, budget, patience, warm-ups, clock steps (an
 * error of one in 1000 is a tenth of a per cent), limit; no events. */
static const struct effort quick_repeated = {31, 15, 6000, QUICK_PATIENCE_US, 2, 1000,
					     QUICK_LIMIT_MS, 0};
static const struct effort quick_single = {101, 31, 50000, QUICK_PATIENCE_US, 5, 0,
					   QUICK_LIMIT_MS, 0};
static const struct effort quick_exact = {5, 5, 0, NO_END_US, 1, 0, EXACT_LIMIT_MS, 0};
static const struct effort full_repeated = {101, 51, 60000, FULL_PATIENCE_US, 3, 2000,
					    FULL_LIMIT_MS, 0};
static const struct effort full_single = {1001, 101, 1000000, FULL_PATIENCE_US, 10, 0,
					  FULL_LIMIT_MS, 0};
static const struct effort full_exact = {15, 15, 0, NO_END_US, 2, 0, 10 * EXACT_LIMIT_MS, 0};

struct effort effort_for(const struct options *options, const struct benchmark *bench)
{
	bool quick = options->suite != SUITE_FULL, repeated = bench->loop_operations != 0;
	struct effort effort;

	if (platform_time_base() == TIME_INSTRUCTIONS)
		effort = quick ? quick_exact : full_exact;
	else if (repeated)
		effort = quick ? quick_repeated : full_repeated;
	else
		effort = quick ? quick_single : full_single;
	if (options->samples != 0) {
		effort.limit_ms *= options->samples / effort.samples + 1;
		effort.samples = effort.samples_min = options->samples;
		effort.patience_us = NO_END_US;
	}
	if (bench->limit_ms > effort.limit_ms)
		effort.limit_ms = bench->limit_ms;
	effort.limit_ms += (uint32_t)(options->duration_ns / 1000000) * LIMIT_FOR_DURATION;
	if (!bench->no_lead_in && !(bench->hosted_elsewhere && platform_is_hosted()))
		effort.events = options->events;
	return effort;
}
