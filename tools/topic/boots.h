/* SPDX-License-Identifier: MIT */
/* Metrics over repeated runs: the median of their medians, with its interval between boots. */
#ifndef TOOLS_TOPIC_BOOTS_H
#define TOOLS_TOPIC_BOOTS_H

#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

/* Make the tables of a comparison of kind COMPARE_BOOTS, after compare_make(). Intervals are
 * between boots: from order statistics of the runs' medians, which needs six runs. refused has the
 * reasons against a forced comparison, or is empty. */
void topic_boots(struct tables *tables, const struct comparison *comparison,
		 const struct reasons *refused);

#endif
