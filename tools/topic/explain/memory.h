/* SPDX-License-Identifier: MIT */
/* Tables of what a modelled memory system makes of operations' accesses. */
#ifndef TOOLS_TOPIC_EXPLAIN_MEMORY_H
#define TOOLS_TOPIC_EXPLAIN_MEMORY_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

/* The tables of an explanation, whose figures have these names; none without a model.
 * has_functions: by function too. */
void topic_explain_memory(struct tables *tables, const struct explanation *explanation,
			  const char *const *names, bool has_functions);

#endif
