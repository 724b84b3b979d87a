/* SPDX-License-Identifier: MIT */
/* Metrics over repeated runs: the median of their medians, with its interval between boots. */
#ifndef TOOLS_TOPIC_BOOTS_H
#define TOOLS_TOPIC_BOOTS_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

/* Make the tables of a COMPARE_BOOTS that compare_make has made. Intervals are between boots: of
 * the runs' medians, by order statistics, which takes six. refused is not empty when it was
 * forced. */
void topic_boots(struct tables *tables, const struct comparison *comparison,
		 const struct reasons *refused);

#endif
