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

void export_find_axes(const struct compared_runs *runs, struct export_axes *axes)
{
	axes->count = 0;
	for (size_t i = 0; i < runs->count; i++) {
		const struct metrics *metrics = &runs->items[i].analysis->metrics;

		for (size_t j = 0; j < metrics->count; j++) {
			const struct metric *metric = &metrics->items[j];

			for (size_t k = 0; k < metric->parameter_count; k++) {
				const char *name = metric->parameters[k].name;
				size_t at = 0;

				while (at < axes->count && strcmp(axes->names[at], name) != 0)
					at++;
				if (at == axes->count && at < EXPORT_AXES_MAX)
					axes->names[axes->count++] = name;
			}
		}
	}
}
