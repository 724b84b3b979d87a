/* SPDX-License-Identifier: MIT */
/* What the operating system costs: the same benchmarks on the bare metal and under Linux. */
#ifndef TOOLS_TOPIC_OVERHEAD_H
#define TOOLS_TOPIC_OVERHEAD_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

struct overhead_report {
	const struct comparison *comparison;
	const struct reasons *refused; /* not empty: the comparison was forced */
	const struct reasons *notes;
};

/* Make the tables of a comparison, which must outlive them; docs/results.md describes them. */
void topic_overhead(struct tables *tables, const struct overhead_report *overhead);

/* The same beside the tables of a run: their names begin with "overhead.". */
void topic_overhead_add(struct tables *tables, const struct overhead_report *overhead);

/* ---- Parts ---- */

/* Fill in a cell of a ratio or a difference; estimate may be NULL. */
void overhead_estimate(struct table *table, const struct estimate *estimate, bool is_exact);

/* How much of an idle CPU there is to have, on the metal and under Linux. */
void overhead_add_idle(struct tables *tables, const char *section,
		       const struct comparison *comparison);

/* What most people ask, and every benchmark in a row. */
void overhead_add_headlines(struct tables *tables, const char *section,
			    const struct comparison *comparison);
void overhead_add_benchmarks(struct tables *tables, const char *section,
			     const struct comparison *comparison);

#endif
