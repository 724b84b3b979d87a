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

#endif
