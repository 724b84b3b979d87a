/* SPDX-License-Identifier: MIT */
/* Simulates a monitor that samples the stateword instead of recording its changes: section 5.1 of
 * the paper cited in lib/event/flow.h. */
#ifndef TOOLS_FLOW_LOAD_SAMPLE_H
#define TOOLS_FLOW_LOAD_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/flow/session.h"

/* One sample per period, in ticks: at its phase, or at a random time in it. */
struct flow_sampling {
	uint64_t period;                /* at least 1 */
	uint64_t phase;                 /* less than the period */
	bool is_random;
};

/* Number of samples from a time for a number of ticks, end exclusive. The first period begins at
 * origin, which must not be later. */
uint64_t flow_samples_in(const struct flow_sampling *sampling, uint64_t origin, uint64_t from,
			 uint64_t ticks);

/* The origin of the periods of each run: the time of the run's first interaction, or UINT64_MAX
 * without interactions. origins has one element per run. */
void flow_sampling_origins(const struct flow_session *session, uint64_t *origins);

/* Minimum number of periods in a run to detect whether its work repeats with them. */
#define FLOW_SAMPLING_PERIODS_LEAST 3

/* If the begins of the selected (NULL: all) and valid interactions are independent of the period,
 * the probability that they cluster within the period at least this much. A small value means that
 * the period is locked to the work, so samples miss other parts of the work. NAN: unknown, because
 * the interactions of no run span FLOW_SAMPLING_PERIODS_LEAST periods. */
double flow_sampling_chance(const struct flow_sampling *sampling,
			    const struct flow_session *session, const uint8_t *picked,
			    const uint64_t *origins);

#endif
