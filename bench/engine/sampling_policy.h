/* SPDX-License-Identifier: MIT */
/* Sampling policy: sample count, time budget, warm-up. The policy takes enough samples for the
 * statistics, and keeps a suite short enough for users and CI jobs. */
#ifndef BENCH_ENGINE_SAMPLING_POLICY_H
#define BENCH_ENGINE_SAMPLING_POLICY_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/options.h"

struct sampling_policy {
	uint32_t samples;               /* target; odd, so that the median is a sample */
	uint32_t samples_min;           /* taken even if they exceed the budget */
	uint32_t budget_us;             /* time for the samples of one series */
	uint32_t series_timeout_us;     /* stop sampling after this time, even with too few
					 * samples */
	uint32_t warm_ups;              /* samples discarded before the first */
	uint32_t clock_steps;           /* minimum length of a sample of a repeated operation, in
					 * clock steps */
	uint32_t limit_ms;              /* time limit of a point with its setup; a longer one counts
					 * as hung */
	uint32_t events;                /* events to count in each point, after its timed samples */
};

/* The policy for a series of this benchmark on this machine. */
struct sampling_policy sampling_policy_for(const struct options *options,
					   const struct benchmark *bench);

#endif
