/* SPDX-License-Identifier: MIT */
/* The policies of the suites. If a tick is an instruction, every sample is exact. A few samples
 * then show that they agree, and filling a clock step would only cost time. */
#include "bench/engine/sampling_policy.h"

#include "bench/platform.h"

#define QUICK_LIMIT_MS 10000
#define FULL_LIMIT_MS 60000
#define EXACT_LIMIT_MS 1000             /* on an emulator's clock, which is slower than real time */

/* An idle machine is watched for its duration, with pauses that together are at most as long. */
#define LIMIT_FOR_DURATION 2

/* On a busy host, CPUs of an emulator wait for one another in nearly every sample. */
#define QUICK_SERIES_TIMEOUT_US 200000
#define FULL_SERIES_TIMEOUT_US 4000000
#define NO_END_US UINT32_MAX

/* Calibration to 1000 clock steps limits the error to 0.1 %. */
static const struct sampling_policy quick_repeated = {
	.samples = 31, .samples_min = 15, .budget_us = 6000,
	.series_timeout_us = QUICK_SERIES_TIMEOUT_US, .warm_ups = 2, .clock_steps = 1000,
	.limit_ms = QUICK_LIMIT_MS,
};
static const struct sampling_policy quick_single = {
	.samples = 101, .samples_min = 31, .budget_us = 50000,
	.series_timeout_us = QUICK_SERIES_TIMEOUT_US, .warm_ups = 5, .limit_ms = QUICK_LIMIT_MS,
};
static const struct sampling_policy quick_exact = {
	.samples = 5, .samples_min = 5, .series_timeout_us = NO_END_US, .warm_ups = 1,
	.limit_ms = EXACT_LIMIT_MS,
};
static const struct sampling_policy full_repeated = {
	.samples = 101, .samples_min = 51, .budget_us = 60000,
	.series_timeout_us = FULL_SERIES_TIMEOUT_US, .warm_ups = 3, .clock_steps = 2000,
	.limit_ms = FULL_LIMIT_MS,
};
static const struct sampling_policy full_single = {
	.samples = 1001, .samples_min = 101, .budget_us = 1000000,
	.series_timeout_us = FULL_SERIES_TIMEOUT_US, .warm_ups = 10, .limit_ms = FULL_LIMIT_MS,
};
static const struct sampling_policy full_exact = {
	.samples = 15, .samples_min = 15, .series_timeout_us = NO_END_US, .warm_ups = 2,
	.limit_ms = 10 * EXACT_LIMIT_MS,
};

struct sampling_policy sampling_policy_for(const struct options *options,
					   const struct benchmark *bench)
{
	bool quick = options->suite != SUITE_FULL, repeated = bench->loop_operations != 0;
	struct sampling_policy policy;

	if (platform_time_base() == TIME_INSTRUCTIONS)
		policy = quick ? quick_exact : full_exact;
	else if (repeated)
		policy = quick ? quick_repeated : full_repeated;
	else
		policy = quick ? quick_single : full_single;
	if (options->samples != 0) {
		policy.limit_ms *= options->samples / policy.samples + 1;
		policy.samples = policy.samples_min = options->samples;
		policy.series_timeout_us = NO_END_US;
	}
	if (bench->limit_ms_max != 0 && policy.limit_ms > bench->limit_ms_max)
		policy.limit_ms = bench->limit_ms_max;
	if (bench->limit_ms > policy.limit_ms)
		policy.limit_ms = bench->limit_ms;
	policy.limit_ms += (uint32_t)(options->duration_ns / 1000000) * LIMIT_FOR_DURATION;
	if (!bench->no_lead_in && !(bench->hosted_elsewhere && platform_is_hosted()))
		policy.events = options->events;
	return policy;
}
