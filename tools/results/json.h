/* SPDX-License-Identifier: MIT */
/* results.json: a run with its statistics, and raw samples enough to work them out again.
 * docs/output.md describes it. */
#ifndef TOOLS_RESULTS_JSON_H
#define TOOLS_RESULTS_JSON_H

#include <stdio.h>

#include "tools/analysis/analysis.h"
#include "tools/record/result.h"

#define RESULTS_SCHEMA "bareline-results-1"

/* Write a run. The same run gives the same bytes. */
void results_json_write(const struct analysis *analysis, FILE *file);

/* Read a run back: what is derived is worked out anew. path is for messages. On failure says why on
 * standard error and returns NULL. */
struct result *results_json_read(FILE *file, const char *path);

#endif
