/* SPDX-License-Identifier: MIT */
/* Report of a change: improved and regressed metrics. */
#ifndef TOOLS_TOPIC_CHANGE_H
#define TOOLS_TOPIC_CHANGE_H

#include "tools/compare/compare.h"
#include "tools/compare/judge.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

struct change_report {
	const struct comparison *comparison;
	const struct judging *judging;
	const struct reasons *refused; /* not empty: the comparison was forced */
	const struct reasons *notes;
};

/* Make the tables of a change, which must outlive them. Unchanged metrics are details.
 * docs/compare.md describes them. */
void topic_change(struct tables *tables, const struct change_report *change);

/* The same for a pull-request comment: changed metrics, largest change first. */
void topic_review(struct tables *tables, const struct change_report *change);

/* ---- For both ---- */

/* Begin and fill the table of the comparison's sides, test and cautions. */
struct table *change_add_facts(struct tables *tables, const struct change_report *change);

/* Why the comparison is inconclusive, with the number of runs needed; NULL if it is conclusive. */
const char *change_inconclusive_text(struct tables *tables, const struct change_report *change);

/* Write the verdict; "differs" if too few runs support improved or regressed. */
void change_verdict_cell(struct table *table, const struct change_report *change,
			 enum change verdict);

#endif
