/* SPDX-License-Identifier: MIT */
/* Tables of instructions by function and call. */
#ifndef TOOLS_TOPIC_EXPLAIN_EXPLAIN_H
#define TOOLS_TOPIC_EXPLAIN_EXPLAIN_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

/* Selects the tables. */
struct explain_view {
	bool sums_only;         /* only the sums and the unattributed instructions */
	bool has_tree;          /* the complete call tree, not only its largest nodes */
};

void topic_explain(struct tables *tables, const struct explanation *explanation,
		   const struct explain_view *view);

#endif
