/* SPDX-License-Identifier: MIT */
/* What a change did: what became better or worse between two sides. */
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

/* Make the tables of a change, which must outlive them: figures that did not change are details.
 * docs/compare.md describes them. */
void topic_change(struct tables *tables, const struct change_report *change);

/* The same as a reviewer wants it in a comment on a pull request: what changed, the largest
 * first. */
void topic_review(struct tables *tables, const struct change_report *change);

/* ---- For both ---- */

/* Begin and fill the table of what was compared and how, and why verdicts are worth less than they
 * seem. */
struct table *change_add_facts(struct tables *tables, const struct change_report *change);

/* Why nothing can be told, and how many runs could; NULL where it can. */
const char *change_inconclusive_text(struct tables *tables, const struct change_report *change);

/* A verdict; of a figure of which too few runs say that it is worse or better, that it differs. */
void change_verdict_cell(struct table *table, const struct change_report *change,
			 enum change verdict);

#endif
