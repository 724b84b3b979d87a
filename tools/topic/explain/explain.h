/* SPDX-License-Identifier: MIT */
/* Tables of where the instructions of operations go. */
#ifndef TOOLS_TOPIC_EXPLAIN_EXPLAIN_H
#define TOOLS_TOPIC_EXPLAIN_EXPLAIN_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

/* Which of the tables. */
struct explain_view {
	bool sums_only;         /* the sums, and what can't be explained */
	bool has_tree;          /* all of the tree of calls, not the largest nodes */
};

void topic_explain(struct tables *tables, const struct explanation *explanation,
		   const struct explain_view *view);

#endif
