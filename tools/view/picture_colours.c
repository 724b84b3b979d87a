/* SPDX-License-Identifier: MIT */
/* Curves with two properties: the run is shown by colour, the page size by dashes. */
#include <string.h>

#include "tools/view/picture.h"

void picture_colour_curves(struct picture *picture, const struct picture_rows *rows)
{
	const struct chart *chart = &picture->table->chart;
	const char *others[CHART_NAMES_MAX];
	struct picture_rows colours, dashes;
	size_t count = 0;

	if (chart->colour == NULL)
		return;
	for (size_t i = 0; i < CHART_NAMES_MAX; i++) {
		if (chart->names[i] != NULL && strcmp(chart->names[i], chart->colour) != 0)
			others[count++] = chart->names[i];
	}
	colours = picture_find_labels(picture, &chart->colour, 1);
	dashes = picture_find_labels(picture, others, count);
	for (size_t i = 0; i < picture->table->row_count; i++) {
		size_t curve = rows->numbers[i];

		if (curve >= picture->plot.curve_count)
			continue;
		picture->curves[curve].colour = colours.numbers[i] + 1;
		picture->curves[curve].dashes = (unsigned)dashes.numbers[i];
	}
}
