/* SPDX-License-Identifier: MIT */
/* Runs in formats that other programs read. docs/export.md describes them and the table's
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

typedef void export_row_writer(void *context, const struct export_row *row);

/* Call write for every figure of a run. */
void export_rows(const struct compared_run *run, export_row_writer *write, void *context);

#endif
