/* SPDX-License-Identifier: MIT */
/* results.json: a run with its statistics and raw samples. docs/output.md describes it. */
#ifndef TOOLS_RESULTS_JSON_H
#define TOOLS_RESULTS_JSON_H

#include <stdio.h>

#include "tools/analysis/analysis.h"
#include "tools/record/result.h"

#define RESULTS_SCHEMA "bareline-results-1"

/* Write a run. Equal runs give equal bytes. */
void results_json_write(const struct analysis *analysis, FILE *file);

/* Read a run. Statistics are computed again from the samples. path is for messages. On failure,
 * prints the cause to standard error and returns NULL. */
struct result *results_json_read(FILE *file, const char *path);

#endif
