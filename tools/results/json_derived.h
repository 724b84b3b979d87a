/* SPDX-License-Identifier: MIT */
/* Values in results.json that are derived from several benchmarks. Never read back. */
#ifndef TOOLS_RESULTS_JSON_DERIVED_H
#define TOOLS_RESULTS_JSON_DERIVED_H

#include "tools/analysis/analysis.h"
#include "tools/base/json_text.h"

/* Memory curves, methods, predictions and the coarse clock, each under its key. */
void json_write_derived(struct json_text *json, const struct analysis *analysis);

#endif
