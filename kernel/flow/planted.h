/* SPDX-License-Identifier: MIT */
/* What is planted in nodes' clocks: added to the times of their events, when these are written out.
 * Tested natively. */
#ifndef KERNEL_FLOW_PLANTED_H
#define KERNEL_FLOW_PLANTED_H

#include <stdint.h>

#include "bench/flow/script.h"

#define FLOW_PLANTED_UNIT 1000000000ll  /* ns in a second; a drift's denominator */

static inline int64_t flow_planted_share(int64_t amount, int64_t of_a_thousand_million)
{
	return amount / FLOW_PLANTED_UNIT * of_a_thousand_million +
	       amount % FLOW_PLANTED_UNIT * of_a_thousand_million / FLOW_PLANTED_UNIT;
}

/* The offset in ticks of a TSC of that frequency. */
static inline int64_t flow_planted_ticks(const struct flow_planted *planted, uint64_t tsc_hz)
{
	return flow_planted_share((int64_t)tsc_hz, planted->offset_ns);
}

/* What a clock shows at a time of the TSC's that began with an offset and gains at a rate. The
 * result must not be before 0. */
static inline uint64_t flow_planted_time(uint64_t tsc, int64_t offset_ticks, int64_t drift_ppb)
{
	return tsc + (uint64_t)(offset_ticks + flow_planted_share((int64_t)tsc, drift_ppb));
}

#endif
