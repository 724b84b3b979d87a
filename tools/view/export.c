/* What all formats begin with: a run's figures, one after the other. */
#include "tools/view/export.h"

#include <string.h>

static const char *export_unit_of(const struct analysis *analysis, const struct bench *bench)
{
	if (analysis_ns_per_value(analysis, bench) > 0)
		return "ns";
	if (strcmp(bench->info->unit, "tsc_ticks") != 0)
		return bench->info->unit;
	return analysis->time_base == TIME_INSTRUCTIONS ? "instructions" : "TSC ticks";
}

static bool write_set(const struct compared_run *run, const struct bench *bench,
		      const struct series *series, const struct sample_set *set,
		      export_row_writer *write, void *context)
{
	double ns_per_value = analysis_ns_per_value(run->analysis, bench);
	struct export_row row = {
		.run = run,
		.bench = bench,
		.series = series,
		.set = set,
		.cache = set == &series->cold ? "cold" : "warm",
		.unit = export_unit_of(run->analysis, bench),
	};
	struct summary summary;

	if (set->count == 0)
		return true;
	timing_summarise(bench, series, set, &run->analysis->overhead, &summary);
	row.stats = ns_per_value > 0 ? stats_scaled(&summary.ticks, ns_per_value) : summary.ticks;
	row.is_corrected = summary.corrected;
	return write(context, &row);
}

bool export_rows(const struct compared_run *run, export_row_writer *write, void *context)
{
	for (size_t i = 0; i < run->result->bench_count; i++) {
		const struct bench *bench = &run->result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			const struct series *series = &bench->series[j];

			if (!write_set(run, bench, series, &series->warm, write, context) ||
			    !write_set(run, bench, series, &series->cold, write, context))
				return false;
		}
	}
	return true;
}
