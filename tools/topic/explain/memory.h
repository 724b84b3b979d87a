/* SPDX-License-Identifier: MIT */
/* Tables of the memory accesses of operations in a modelled memory system. */
#ifndef TOOLS_TOPIC_EXPLAIN_MEMORY_H
#define TOOLS_TOPIC_EXPLAIN_MEMORY_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

/* Add the tables of an explanation. Without a modelled memory system, adds none. names are those of
 * the explanation's metrics. has_functions adds tables by function. */
void topic_explain_memory(struct tables *tables, const struct explanation *explanation,
			  const char *const *names, bool has_functions);

#endif
