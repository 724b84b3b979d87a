/* SPDX-License-Identifier: MIT */
/* Two explanations beside each other: which functions the difference is in. */
#ifndef TOOLS_TOPIC_EXPLAIN_CHANGE_H
#define TOOLS_TOPIC_EXPLAIN_CHANGE_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

/* Figures that both have; the functions of each that differ, the largest difference first. */
void topic_explain_change(struct tables *tables, const struct explanation *base,
			  const struct explanation *new);

#endif
