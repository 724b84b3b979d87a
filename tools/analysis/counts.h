/* SPDX-License-Identifier: MIT */
/* Counts of an event per operation. The counts that reading the counters adds are measured and
 * subtracted, like the timing overhead. */
#ifndef TOOLS_ANALYSIS_COUNTS_H
#define TOOLS_ANALYSIS_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/record/count_record.h"
#include "tools/stats/stats.h"

struct count_summary {
	struct stats reading;           /* counts in an empty sample */
	struct stats events;            /* counts per operation */
	bool corrected;                 /* the median of reading is subtracted */
	size_t saturated;               /* samples below the median of reading, taken as 0 */
};

/* Summarise a record, which must be whole (count_record.h). If the counts of reading are unstable,
 * by the limits of the timing overhead, they are not subtracted. */
void counts_summarise(const struct wire_count *count, struct count_summary *summary);

/* The name that a vendor gives an event in the named table. Returns NULL if the table or the event
 * is unknown, or if the event has its own register. */
const char *counts_vendor_name(const char *table, const char *event);

/* The meaning of one count of the event; NULL if the event is unknown. */
const char *counts_meaning(const char *event);

#endif
