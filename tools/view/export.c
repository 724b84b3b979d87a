/* SPDX-License-Identifier: MIT */
/* Common to all formats: iterates over a run's metrics. */
#include "tools/view/export.h"

#include <string.h>

static void export_write_set(const struct compared_run *run, const struct figure *figure,
			     bool is_cold, export_row_writer *write, void *context)
{
	struct export_row row = {
		.run = run,
		.figure = figure,
		.set = is_cold ? &figure->cold : &figure->warm,
		.is_cold = is_cold,
		.stats = is_cold ? figure_cold_stats(figure) : figure_stats(figure),
	};

	if (row.stats.n > 0)
		write(context, &row);
}

void export_rows(const struct compared_run *run, export_row_writer *write, void *context)
{
	const struct figures *figures = &run->analysis->figures;

	for (size_t i = 0; i < figures->count; i++) {
		export_write_set(run, &figures->items[i], false, write, context);
		export_write_set(run, &figures->items[i], true, write, context);
	}
}

static void export_add_axis(struct export_axes *axes, const char *name)
{
	size_t i = 0;

	while (i < axes->count && strcmp(axes->names[i], name) != 0)
		i++;
	if (i == axes->count && i < EXPORT_AXES_MAX)
		axes->names[axes->count++] = name;
}

void export_find_axes(const struct compared_runs *runs, struct export_axes *axes)
{
	axes->count = 0;
	for (size_t i = 0; i < runs->count; i++) {
		const struct figures *figures = &runs->items[i].analysis->figures;

		for (size_t j = 0; j < figures->count; j++) {
			const struct figure *figure = &figures->items[j];

			for (size_t k = 0; k < figure->parameter_count; k++)
				export_add_axis(axes, figure->parameters[k].name);
		}
	}
}
