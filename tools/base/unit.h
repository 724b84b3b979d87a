/* SPDX-License-Identifier: MIT */
/* Units of times, sizes and large numbers. lib/text/quantity.c has those that the target prints,
 * which are ASCII and have no fractions. */
#ifndef TOOLS_BASE_UNIT_H
#define TOOLS_BASE_UNIT_H

#include <stddef.h>

struct unit {
	double size;
	const char *name;
};

#define UNIT_TIMES 4
#define UNIT_SIZES 7
#define UNIT_PREFIXES 3

/* In ascending order: nanoseconds to seconds; bytes to EiB; thousands to thousand millions. */
extern const struct unit unit_times[UNIT_TIMES];
extern const struct unit unit_sizes[UNIT_SIZES];
extern const struct unit unit_prefixes[UNIT_PREFIXES];

/* The largest of count units in which the value is at least `least`. If there is none, the first
 * unit. */
const struct unit *unit_for(const struct unit *units, size_t count, double value, double least);

#endif
