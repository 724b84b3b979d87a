/* SPDX-License-Identifier: MIT */
/* Runs in formats that other programs read. docs/output.md describes them and the table's
 * columns. */
#ifndef TOOLS_VIEW_EXPORT_H
#define TOOLS_VIEW_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/compare/compared_runs.h"

/* Write runs, of which there is at least one. Return false, having said why, when a run can't be
 * put so. Who opened the file looks whether it could be written. */
bool export_csv(const struct compared_runs *runs, FILE *file);
bool export_ndjson(const struct compared_runs *runs, FILE *file);
bool export_samples(const struct compared_runs *runs, FILE *file);
bool export_google_benchmark(const struct compared_runs *runs, FILE *file);
bool export_openmetrics(const struct compared_runs *runs, FILE *file);
bool export_hdr(const struct compared_runs *runs, FILE *file);

/* ---- For the formats ---- */

/* One figure: the samples of a series, warm or cold. */
struct export_row {
	const struct compared_run *run;
	const struct figure *figure;
	const struct figure_set *set; /* its warm or its cold samples */
	bool is_cold;
	struct stats stats; /* of one operation, in the figure's unit */
};

#define EXPORT_AXES_MAX 128
#define EXPORT_AXIS_PREFIX "axis_"

/* The parameters that points of any of the runs have, by name, in the order of the first of each;
 * of a log with more of them than any of ours has the rest is in the column "point" alone. */
struct export_axes {
	const char *names[EXPORT_AXES_MAX];
	size_t count;
};

void export_find_axes(const struct compared_runs *runs, struct export_axes *axes);

typedef void export_row_writer(void *context, const struct export_row *row);

/* Call write for every figure of a run. */
void export_rows(const struct compared_run *run, export_row_writer *write, void *context);

#endif
