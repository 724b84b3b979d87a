/* SPDX-License-Identifier: MIT */
/* The least and the largest of several values, for sentences. */
#ifndef TOOLS_TOPIC_VALUE_RANGE_H
#define TOOLS_TOPIC_VALUE_RANGE_H

#include "tools/table/table.h"

/* Empty when zeroed. The names of the things that have these values may be NULL. */
struct value_range {
	double least, most;
	const char *least_name, *most_name;
	size_t count;
};

void value_range_add(struct value_range *range, double value, const char *name);

/* Add the values of a table's column; by_name: with the names in the first column. */
void value_range_add_column(struct value_range *range, const struct table *table,
			    const char *column, bool by_name);

/* "265 to 317"; one value if all are written alike. The unit is one of number_label_text. */
const char *value_range_text(struct tables *tables, const struct value_range *range,
			     const char *unit);

/* Like value_range_text(), of ratios: "× 1.459 (first touch of a page) to × 14.50 (switch between
 * processes)". */
const char *value_range_ratios(struct tables *tables, const struct value_range *range);

#endif
