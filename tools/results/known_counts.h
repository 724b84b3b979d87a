/* SPDX-License-Identifier: MIT */
/* Known answers for a deterministic run: the exact counts of this version, which the check golden
 * holds. They are equal on every host. A different count therefore shows an image of another
 * version, or an emulator that counts otherwise. */
#ifndef TOOLS_RESULTS_KNOWN_COUNTS_H
#define TOOLS_RESULTS_KNOWN_COUNTS_H

#include <stddef.h>

#include "tools/record/result.h"

#define KNOWN_COUNTS_TEXT_MAX 256

struct known_counts {
	size_t compared, different;     /* series with a known count; those with another one */
	char text[KNOWN_COUNTS_TEXT_MAX]; /* the first different one: its name and both counts */
};

/* Compare the counts of a run. Nothing is compared unless image and tool are of one build, and
 * instructions were counted on the emulated processor of the known counts, with one CPU. */
void known_counts_compare(const struct result *result, struct known_counts *counts);

#endif
