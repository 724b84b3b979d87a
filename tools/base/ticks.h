/* SPDX-License-Identifier: MIT */
/* Conversions between clock ticks and units of time. lib/text/ticks.h has those of the target.
 * Frequencies must not be 0. Frequencies of logs may be wrong. */
#ifndef TOOLS_BASE_TICKS_H
#define TOOLS_BASE_TICKS_H

#include <stdint.h>

#include "lib/text/ticks.h"

/* The time of ticks, in units of which a second has units_per_second: NS_PER_SECOND for
 * nanoseconds. */
static inline double ticks_time(double ticks, double hz, double units_per_second)
{
	return ticks * units_per_second / hz;
}

static inline double time_ticks(double time, double hz, double units_per_second)
{
	return time * hz / units_per_second;
}

/* Convert ticks of one clock to ticks of another clock, rounded down. */
static inline unsigned __int128 ticks_convert(uint64_t ticks, uint64_t from_hz, uint64_t to_hz)
{
	return (unsigned __int128)ticks * to_hz / from_hz;
}

#endif
