/* SPDX-License-Identifier: MIT */
/* Common to all formats: iterates over a run's metrics. */
#include "tools/view/export.h"

#include <string.h>

static void export_write_set(const struct compared_run *run, const struct metric *metric,
			     bool is_cold, export_row_writer *write, void *context)
{
	struct export_row row = {
		.run = run,
		.metric = metric,
		.set = is_cold ? &metric->cold : &metric->warm,
		.is_cold = is_cold,
		.stats = is_cold ? metric_cold_stats(metric) : metric_stats(metric),
	};

	if (row.stats.n > 0)
		write(context, &row);
}

void export_rows(const struct compared_run *run, export_row_writer *write, void *context)
{
	const struct metrics *metrics = &run->analysis->metrics;

	for (size_t i = 0; i < metrics->count; i++) {
		export_write_set(run, &metrics->items[i], false, write, context);
		export_write_set(run, &metrics->items[i], true, write, context);
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
		const struct metrics *metrics = &runs->items[i].analysis->metrics;

		for (size_t j = 0; j < metrics->count; j++) {
			const struct metric *metric = &metrics->items[j];

			for (size_t k = 0; k < metric->parameter_count; k++)
				export_add_axis(axes, metric->parameters[k].name);
		}
	}
}
