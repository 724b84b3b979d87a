/* SPDX-License-Identifier: MIT */
/* Maps: a shaded cell for each pair of names, with its number if it fits. */
#include <math.h>

#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/chart.h"

#define SHADES 8

/* Larger maps have no room for numbers. */
#define TEXTS_MAX 144

/* Half the size of a cell, with a gap to the next cell. */
#define CELL_HALF 0.485

/* Shades for values from small to large, which are distinct on white and on black. */
static const char *const shades[] = {
	"#d9e8f5", "#b5d3ea", "#8bbbdc", "#5f9fcb", "#3b82b5", "#24669a", "#144b7b", "#08315a",
};

static void map_write_shade(struct chart_builder *builder, double low, double high, bool is_last,
			    const char *name)
{
	const struct table *table = builder->table;
	size_t x = table_column(table, table->chart.x), y = table_column(table, table->chart.y);
	size_t value = table_column(table, table->chart.value);

	chart_begin_curve(builder, name, CHART_BARS, table->row_count);
	for (size_t i = 0; i < table->row_count; i++) {
		double at_x, at_y, found;
		char room[CELL_TEXT_MAX];

		if (table->rows[i].is_undrawn || !cell_value(table, i, x, &at_x) ||
		    !cell_value(table, i, y, &at_y) || !cell_value(table, i, value, &found) ||
		    found < low || (is_last ? found > high : found >= high))
			continue;
		chart_add_point(builder,
				&(struct chart_point){
					.x = at_x - CELL_HALF,
					.x_end = at_x + CELL_HALF,
					.base = at_y - CELL_HALF,
					.y = at_y + CELL_HALF,
					.hover = chart_hover_text(builder, i, value,
								  chart_row_label(builder, i)),
					.text = table->row_count > TEXTS_MAX
							? NULL
							: tables_text(table->of, "%s",
								      cell_for_people(table, i,
										      value, room)),
				});
	}
}

/* The upper bound of a shade. Shades have equal ratios if all values are positive, so that small
 * values are distinct despite large ones. */
static double map_bound(double least, double greatest, size_t number)
{
	double part = (double)number / SHADES;

	if (number == SHADES)
		return greatest;
	return least > 0 ? least * pow(greatest / least, part) : least + (greatest - least) * part;
}

void chart_build_heat_map(struct chart_builder *builder)
{
	const struct table *table = builder->table;
	size_t value = table_column(table, table->chart.value);
	const char *unit = cell_unit(table, 0, value);
	double least, greatest;
	char from[NUMBER_TEXT_MAX], to[NUMBER_TEXT_MAX];

	chart_find_range(builder, value, &least, &greatest);
	builder->plot.colours = shades;
	for (size_t i = 0; i < SHADES; i++) {
		double low = map_bound(least, greatest, i);
		double high = map_bound(least, greatest, i + 1);

		const char *name = tables_text(table->of, "%s to %s %s", number_text(low, from),
					       number_text(high, to), unit);

		if (least == greatest)
			name = tables_text(table->of, "%s %s", number_text(low, from), unit);
		map_write_shade(builder, low, high, i + 1 == SHADES, name);
	}
}
