/* SPDX-License-Identifier: MIT */
/* From the raw counts of an event to what one operation adds to it: the cost of reading the
 * counters is subtracted in the open, as that of reading the clock is. */
#ifndef TOOLS_ANALYSIS_COUNTS_H
#define TOOLS_ANALYSIS_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/record/count_record.h"
#include "tools/stats/stats.h"

struct count_summary {
	struct stats reading;           /* counts in a sample around nothing */
	struct stats events;            /* counts an operation */
	bool corrected;                 /* the median of reading has been subtracted */
	size_t saturated;               /* samples that were below it, taken as 0 */
};

/* The record must be whole. The cost is not subtracted where it is as unstable as that of
 * timing may not be. */
void counts_summarise(const struct wire_count *count, struct count_summary *summary);

/* The vendor's name of what an event's word stands for in the table of that name; NULL if the word
 * or the table is not known, or is a register of its own. */
const char *counts_vendor_name(const char *table, const char *event);

/* What one count of the event is; NULL if the word is not known. */
const char *counts_meaning(const char *event);

#endif
