/* SPDX-License-Identifier: MIT */
/* Comparison of two explanations: the functions that contain the difference. */
#ifndef TOOLS_TOPIC_EXPLAIN_CHANGE_H
#define TOOLS_TOPIC_EXPLAIN_CHANGE_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

/* Add tables of the metrics that both explanations have, and of the functions that cost more or
 * less, largest change first. Add a sentence with the cause for each metric. */
void topic_explain_change(struct tables *tables, const struct explanation *base,
			  const struct explanation *new);

#endif
