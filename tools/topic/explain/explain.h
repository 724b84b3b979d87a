/* SPDX-License-Identifier: MIT */
/* Tables of instructions by function and call. */
#ifndef TOOLS_TOPIC_EXPLAIN_EXPLAIN_H
#define TOOLS_TOPIC_EXPLAIN_EXPLAIN_H

#include "tools/explain/cost_change.h"
#include "tools/explain/explanation.h"
#include "tools/table/table.h"

#define EXPLAIN_CHANGE_SECTION "What changed"
#define EXPLAIN_METAL_SECTION "On bare metal"
#define EXPLAIN_HOW_SECTION "How it was counted"

/* Selects the tables. */
struct explain_view {
	bool sums_only;         /* only the sums and the unattributed instructions */
	bool has_tree;          /* the complete call tree, not only its largest nodes */
};

void topic_explain(struct tables *tables, const struct explanation *explanation,
		   const struct explain_view *view);

/* ---- Parts, also of a comparison ---- */

/* Names of the metrics: "entry.null_syscall path=syscall" and a stage. */
const char **explain_names(struct tables *tables, const struct explanation *explanation);

/* The name of an operation for users, and its instructions in all stages. */
const char *explain_operation_name(struct tables *tables, const struct explained *explained);
double explain_operation_insns(const struct explained *stages, size_t count);

/* A flame graph of each operation. In a comparison, changes has the changes of each metric. */
void explain_operations(struct tables *tables, const struct explanation *explanation,
			const char *const *names, const struct cost_changes *changes);

/* Add tables of the functions of each metric. flags are added to the flags of the tables. */
void explain_functions(struct tables *tables, const struct explanation *explanation,
		       const char *const *names, unsigned flags);

/* Like explain_functions(), for bare metal, in a section of its own. remarks has a remark for each
 * metric, shown below its functions, or is NULL. finding may be NULL. */
void explain_functions_of_metal(struct tables *tables, const struct explanation *metal,
				const char *const *names, const char *const *remarks,
				const char *finding);

/* Check that all sums are equal. */
void explain_check_sums(struct tables *tables, const struct explanation *explanation);

/* How the page shows the sections, and what its values are. */
void explain_set_sections(struct tables *tables);

#endif
