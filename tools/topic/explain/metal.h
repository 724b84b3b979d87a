/* SPDX-License-Identifier: MIT */
/* The operations of an explanation on bare metal, by function. */
#ifndef TOOLS_TOPIC_EXPLAIN_METAL_H
#define TOOLS_TOPIC_EXPLAIN_METAL_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

/* Add a table of the functions on bare metal of each operation that both explanations have, with
 * the ratio if both sides do the same work, or else with what differs. is_x86: of both machines.
 * Adds nothing without such an operation. */
void topic_explain_metal(struct tables *tables, const struct explanation *explanation,
			 const struct explanation *metal, bool is_x86);

#endif
