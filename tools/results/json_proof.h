/* SPDX-License-Identifier: MIT */
/* The proof of a written results.json: it is read again, and its values are those of the run. */
#ifndef TOOLS_RESULTS_JSON_PROOF_H
#define TOOLS_RESULTS_JSON_PROOF_H

#include <stdbool.h>

#include "tools/analysis/analysis.h"

/* Whether the file has the statistics and samples of each series. If not, prints the first value
 * that differs. */
bool results_json_prove(const char *path, const struct analysis *analysis);

#endif
