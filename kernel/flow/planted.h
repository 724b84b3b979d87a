/* SPDX-License-Identifier: MIT */
/* Deliberate errors of nodes' clocks, added to event times when they are written. No hardware
 * access. */
#ifndef KERNEL_FLOW_PLANTED_H
#define KERNEL_FLOW_PLANTED_H

#include <stdint.h>

#include "bench/flow/script.h"

#define FLOW_PLANTED_UNIT 1000000000ll  /* ns per second; denominator of a drift */

static inline int64_t flow_planted_share(int64_t amount, int64_t of_a_thousand_million)
{
	return amount / FLOW_PLANTED_UNIT * of_a_thousand_million +
	       amount % FLOW_PLANTED_UNIT * of_a_thousand_million / FLOW_PLANTED_UNIT;
}

/* The offset in ticks of a TSC with that frequency. */
static inline int64_t flow_planted_ticks(const struct flow_planted *planted, uint64_t tsc_hz)
{
	return flow_planted_share((int64_t)tsc_hz, planted->offset_ns);
}

/* The time of a clock with an offset and a drift. The result must not be negative. */
static inline uint64_t flow_planted_time(uint64_t tsc, int64_t offset_ticks, int64_t drift_ppb)
{
	return tsc + (uint64_t)(offset_ticks + flow_planted_share((int64_t)tsc, drift_ppb));
}

#endif
