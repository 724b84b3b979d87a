/* SPDX-License-Identifier: MIT */
/* Arithmetic on bits. */
#ifndef TOOLS_BASE_BITS_H
#define TOOLS_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline bool is_power_of_two(uint64_t number)
{
	return number != 0 && (number & (number - 1)) == 0;
}

#endif
