/* SPDX-License-Identifier: MIT */
/* The metrics of every benchmark, with columns for each side of a list. */
#ifndef TOOLS_TOPIC_SIDE_TABLE_H
#define TOOLS_TOPIC_SIDE_TABLE_H

#include "tools/compare/side_list.h"
#include "tools/table/table.h"

enum side_table_flags {
	SIDE_TABLE_EXTREMES = 1,        /* minimum and maximum of the samples, for programs */
	SIDE_TABLE_HEAT = 2,            /* shade the values of all sides but the first */
	SIDE_TABLE_MARKS = 4,           /* a last column marks unstable metrics */
};

/* Add the tables. The list and what refers to it must outlive them. */
void side_table_add(struct tables *tables, const struct side_list *list, unsigned flags);

/* Name of the column that compares a side with its base: "kvm_adds", "change_2", "ratio_2". */
const char *side_contrast_name(struct tables *tables, const struct side_list *list, size_t side);

#endif
