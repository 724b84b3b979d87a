/* SPDX-License-Identifier: MIT */
/* Curves with two properties: the run is shown by colour, the page size by dashes. */
#include <string.h>

#include "tools/view/chart.h"

void chart_colour_curves(struct chart_builder *builder, const struct chart_rows *rows)
{
	const struct chart *chart = &builder->table->chart;
	const char *others[CHART_NAMES_MAX];
	struct chart_rows colours, dashes;
	size_t count = 0;

	if (chart->colour == NULL)
		return;
	for (size_t i = 0; i < CHART_NAMES_MAX; i++) {
		if (chart->names[i] != NULL && strcmp(chart->names[i], chart->colour) != 0)
			others[count++] = chart->names[i];
	}
	colours = chart_find_labels(builder, &chart->colour, 1);
	dashes = chart_find_labels(builder, others, count);
	for (size_t i = 0; i < builder->table->row_count; i++) {
		size_t curve = rows->numbers[i];

		if (curve >= builder->plot.curve_count)
			continue;
		builder->curves[curve].colour = colours.numbers[i] + 1;
		builder->curves[curve].dashes = (unsigned)dashes.numbers[i];
	}
}
