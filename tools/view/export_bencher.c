/* SPDX-License-Identifier: MIT */
/* Bencher Metric Format (bencher.dev, "Bencher Metric Format"): an object of benchmarks, each
 * with its measures. The format has no machines: a report is of one testbed, so of one run. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/json_text.h"
#include "tools/base/real.h"
#include "tools/view/export.h"

/* The measures, by unit: names as Bencher makes slugs. Bencher's own measure `latency` is in
 * nanoseconds. */
static const struct {
	const char *unit, *measure;
} measures[] = {
	{"ns", "latency"},          {"instructions", "instructions"},
	{"TSC ticks", "tsc-ticks"}, {"ticks", "ticks"},
	{"counts", "counts"},
};

static const char *measure_of(const char *unit)
{
	for (size_t i = 0; i < sizeof(measures) / sizeof(measures[0]); i++) {
		if (strcmp(measures[i].unit, unit) == 0)
			return measures[i].measure;
	}
	return unit;
}

static void add_benchmark(void *context, const struct export_row *row)
{
	json_t *benchmarks = context, *metric = json_object(), *measure = json_object();
	const char *point = row->metric->point, *stage = row->metric->stage;
	char *name = xasprintf("%s%s%s%s%s%s", row->metric->bench->info->name,
			       point[0] != '\0' ? " " : "", point, stage[0] != '\0' ? " " : "",
			       stage, row->is_cold ? " cold" : "");

	json_object_set_new(metric, "value", json_real(row->stats.median));
	if (row->stats.has_interval) {
		json_object_set_new(metric, "lower_value", json_real(row->stats.median_low));
		json_object_set_new(metric, "upper_value", json_real(row->stats.median_high));
	}
	json_object_set_new(measure, measure_of(row->metric->unit), metric);
	json_object_set_new(benchmarks, name, measure);
	free(name);
}

bool export_bencher(const struct compared_runs *runs, FILE *file)
{
	json_t *benchmarks;

	if (runs->count != 1) {
		warnx("Bencher's format holds one run; there are %zu", runs->count);
		return false;
	}
	benchmarks = json_object();
	export_rows(&runs->items[0], add_benchmark, benchmarks);
	json_text_write(benchmarks, file);
	json_decref(benchmarks);
	return true;
}
