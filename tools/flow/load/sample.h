/* SPDX-License-Identifier: MIT */
/* A monitor that samples the stateword instead of recording when it changes: section 5.1 of the
 * document that lib/event/flow.h names. */
#ifndef TOOLS_FLOW_LOAD_SAMPLE_H
#define TOOLS_FLOW_LOAD_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/flow/session.h"

/* A sample a period, in ticks: at its phase, or at a random time in it. */
struct flow_sampling {
	uint64_t period;                /* at least 1 */
	uint64_t phase;                 /* below it */
	bool is_random;
};

/* How many samples fall into a time, its end not included, if the first period begins at origin,
 * which is not later. */
uint64_t flow_samples_in(const struct flow_sampling *sampling, uint64_t origin, uint64_t from,
			 uint64_t ticks);

/* When the periods of each run begin: with its first interaction. UINT64_MAX if it has none. There
 * is room for a number per run. */
void flow_sampling_origins(const struct flow_session *session, uint64_t *origins);

/* Fewer periods than these in a run don't show whether its work comes again with them. */
#define FLOW_SAMPLING_PERIODS_LEAST 3

/* How probable it is that interactions that are picked (NULL: all) and sound begin at such places
 * of the period, if those have nothing to do with it. Small: the period is locked to the work, and
 * samples tell nothing of what the work does at other places. NAN: not known, as no run's
 * interactions begin over FLOW_SAMPLING_PERIODS_LEAST periods. */
double flow_sampling_chance(const struct flow_sampling *sampling,
			    const struct flow_session *session, const uint8_t *picked,
			    const uint64_t *origins);

#endif
