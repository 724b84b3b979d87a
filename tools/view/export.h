/* SPDX-License-Identifier: MIT */
/* Runs in formats of other programs. docs/output.md describes the formats and the table's
 * columns. */
#ifndef TOOLS_VIEW_EXPORT_H
#define TOOLS_VIEW_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/compare/compared_runs.h"

/* Write at least one run. If the format cannot represent a run, print the cause and return false.
 * The caller checks file for write errors. */
bool export_csv(const struct compared_runs *runs, FILE *file);
bool export_ndjson(const struct compared_runs *runs, FILE *file);
bool export_samples(const struct compared_runs *runs, FILE *file);
bool export_google_benchmark(const struct compared_runs *runs, FILE *file);
bool export_openmetrics(const struct compared_runs *runs, FILE *file);
bool export_hdr(const struct compared_runs *runs, FILE *file);
bool export_bencher(const struct compared_runs *runs, FILE *file);
bool export_kcidb(const struct compared_runs *runs, FILE *file);

/* ---- For formats ---- */

/* One metric: the warm or the cold samples of a series. */
struct export_row {
	const struct compared_run *run;
	const struct metric *metric;
	const struct metric_samples *set; /* warm or cold samples of the metric */
	bool is_cold;
	struct stats stats; /* per operation, in the metric's unit */
};

#define EXPORT_AXES_MAX 128
#define EXPORT_AXIS_PREFIX "axis_"

/* Parameter names of the points of all runs, in order of first appearance. Parameters beyond the
 * maximum are only in the column "point". */
struct export_axes {
	const char *names[EXPORT_AXES_MAX];
	size_t count;
};

void export_find_axes(const struct compared_runs *runs, struct export_axes *axes);

typedef void export_row_writer(void *context, const struct export_row *row);

/* Call write for every metric of a run. */
void export_rows(const struct compared_run *run, export_row_writer *write, void *context);

#endif
