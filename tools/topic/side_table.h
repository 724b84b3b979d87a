/* SPDX-License-Identifier: MIT */
/* The metrics of every benchmark, with columns for each side of a list. */
#ifndef TOOLS_TOPIC_SIDE_TABLE_H
#define TOOLS_TOPIC_SIDE_TABLE_H

#include "tools/compare/side_list.h"
#include "tools/table/table.h"

/* Add the tables. The list must outlive them. Kernels and systems are shaded by their values, and
 * the last column marks unstable metrics of kernels. */
void side_table_add(struct tables *tables, const struct side_list *list);

/* Name of the column that compares a side with its base: "kvm_adds", "change_2", "ratio_2". */
const char *side_contrast_name(struct tables *tables, const struct side_list *list, size_t side);

#endif
