/* SPDX-License-Identifier: MIT */
/* How much measuring a series is worth: enough for the statistics, little enough that a whole suite
 * stays within the time a person or a CI job waits. */
#ifndef BENCH_ENGINE_SAMPLING_POLICY_H
#define BENCH_ENGINE_SAMPLING_POLICY_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/options.h"

struct sampling_policy {
	uint32_t samples;               /* wanted; odd, so that the median is a sample */
	uint32_t samples_min;           /* taken even if they exceed the budget */
	uint32_t budget_us;             /* for the samples of one series */
	uint32_t series_timeout_us;     /* no more samples after that, even if too few */
	uint32_t warm_ups;              /* samples thrown away before the first */
	uint32_t clock_steps;           /* steps of the clock that a repeated operation must fill */
	uint32_t limit_ms;              /* for one point with its setup, before it counts as hung */
	uint32_t events;                /* counted over each point once its time is taken */
};

/* What a series of this benchmark gets on this machine. */
struct sampling_policy sampling_policy_for(const struct options *options,
					   const struct benchmark *bench);

#endif
