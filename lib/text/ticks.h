/* SPDX-License-Identifier: MIT */
/* Conversions between clock ticks and units of time, in integers. tools/base/ticks.h has the
 * conversions of the host tool. Results are rounded down, except in ticks_nearest(). */
#ifndef LIB_TEXT_TICKS_H
#define LIB_TEXT_TICKS_H

#include <stdint.h>

#define NS_PER_SECOND UINT64_C(1000000000)
#define US_PER_SECOND UINT64_C(1000000)
#define MS_PER_SECOND UINT64_C(1000)
#define NS_PER_MS UINT64_C(1000000)
#define NS_PER_US UINT64_C(1000)
#define US_PER_MS UINT64_C(1000)
#define HZ_PER_MHZ UINT64_C(1000000)
#define HZ_PER_GHZ UINT64_C(1000000000)

/* value * times / by. The product value * times may exceed 64 bits. times * by and the result must
 * not. */
static inline uint64_t ticks_scale(uint64_t value, uint64_t times, uint64_t by)
{
	return value / by * times + value % by * times / by;
}

/* value / by to the nearest integer; halves are rounded up. */
static inline uint64_t ticks_nearest(uint64_t value, uint64_t by)
{
	return (value + by / 2) / by;
}

/* Convert ticks of a clock with a frequency, which must not be 0, to times. */
static inline uint64_t ticks_to_ms(uint64_t ticks, uint64_t hz)
{
	return ticks_scale(ticks, MS_PER_SECOND, hz);
}

static inline uint64_t ticks_to_us(uint64_t ticks, uint64_t hz)
{
	return ticks_scale(ticks, US_PER_SECOND, hz);
}

static inline uint64_t ticks_to_ns(uint64_t ticks, uint64_t hz)
{
	return ticks_scale(ticks, NS_PER_SECOND, hz);
}

/* Convert a time to ticks of a clock with a frequency. The product must have 64 bits, which
 * suffices for half an hour in microseconds at 10 GHz. A longer time needs ticks_scale(). */
static inline uint64_t ticks_of_us(uint64_t us, uint64_t hz)
{
	return us * hz / US_PER_SECOND;
}

static inline uint64_t ticks_of_ms(uint64_t ms, uint64_t hz)
{
	return ms * hz / MS_PER_SECOND;
}

static inline uint64_t ticks_of_ns(uint64_t ns, uint64_t hz)
{
	return ticks_scale(ns, hz, NS_PER_SECOND);
}

#endif
