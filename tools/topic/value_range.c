/* SPDX-License-Identifier: MIT */
/* Ranges of values. The least and the largest value have names. */
#include "tools/topic/value_range.h"

#include <string.h>

#include "tools/table/number.h"

void value_range_add(struct value_range *range, double value, const char *name)
{
	if (range->count == 0 || value < range->least) {
		range->least = value;
		range->least_name = name;
	}
	if (range->count == 0 || value > range->most) {
		range->most = value;
		range->most_name = name;
	}
	range->count++;
}

void value_range_add_column(struct value_range *range, const struct table *table,
			    const char *column, bool by_name)
{
	size_t place = table_column(table, column);
	double value;

	for (size_t i = 0; i < table->row_count && place < table->column_count; i++) {
		if (cell_value(table, i, place, &value))
			value_range_add(range, value,
					by_name ? table_text(table, i, 0) : NULL);
	}
}

/* "265 (NAME)". A ratio is written "× 1.459"; × 1 is equality. */
static const char *value_text(struct tables *tables, double value, const char *name,
			      const char *unit)
{
	char number[NUMBER_TEXT_MAX];
	const char *text;

	if (unit != NULL)
		text = tables_text(tables, "%s", number_label_text(value, unit, number));
	else
		text = tables_text(tables, "×\u00a0%s",
				   value == 1 ? "1" : number_short_text(value, number));
	return name == NULL ? text : tables_text(tables, "%s (%s)", text, name);
}

const char *value_range_text(struct tables *tables, const struct value_range *range,
			     const char *unit)
{
	if (strcmp(value_text(tables, range->least, NULL, unit),
		   value_text(tables, range->most, NULL, unit)) == 0)
		return value_text(tables, range->most,
				  range->count == 1 ? range->most_name : NULL, unit);
	return tables_text(tables, "%s to %s",
			   value_text(tables, range->least, range->least_name, unit),
			   value_text(tables, range->most, range->most_name, unit));
}

const char *value_range_ratios(struct tables *tables, const struct value_range *range)
{
	return value_range_text(tables, range, NULL);
}
