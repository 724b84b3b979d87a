/* SPDX-License-Identifier: MIT */
/* Deliberate errors of nodes' clocks, added to event times when they are written. No hardware
 * access. */
#ifndef KERNEL_FLOW_CLOCK_SKEW_H
#define KERNEL_FLOW_CLOCK_SKEW_H

#include <stdint.h>

#include "bench/flow/script.h"

#define CLOCK_SKEW_UNIT 1000000000ll  /* ns per second; denominator of a drift */

static inline int64_t clock_skew_share(int64_t amount, int64_t of_a_thousand_million)
{
	return amount / CLOCK_SKEW_UNIT * of_a_thousand_million +
	       amount % CLOCK_SKEW_UNIT * of_a_thousand_million / CLOCK_SKEW_UNIT;
}

/* The offset in ticks of a clock with that frequency. */
static inline int64_t clock_skew_ticks(const struct clock_skew *skew, uint64_t tsc_hz)
{
	return clock_skew_share((int64_t)tsc_hz, skew->offset_ns);
}

/* The time of a clock with an offset and a drift. The result must not be negative. */
static inline uint64_t clock_skew_time(uint64_t tsc, int64_t offset_ticks, int64_t drift_ppb)
{
	return tsc + (uint64_t)(offset_ticks + clock_skew_share((int64_t)tsc, drift_ppb));
}

#endif
