/* SPDX-License-Identifier: MIT */
/* Whole numbers from computed ones, which may be out of range if the input is untrusted. */
#ifndef TOOLS_BASE_ROUND_H
#define TOOLS_BASE_ROUND_H

#include <math.h>
#include <stdint.h>

/* Rounded to the nearest. Returns 0 for a value below 0 and for NaN, and UINT64_MAX for a value
 * above UINT64_MAX. */
static inline uint64_t round_u64(double value)
{
	if (!(value > 0))
		return 0;
	return value < (double)UINT64_MAX ? (uint64_t)round(value) : UINT64_MAX;
}

#endif
