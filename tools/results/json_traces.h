/* SPDX-License-Identifier: MIT */
/* Traces in results.json: records of idle loops, applications and noise reports. */
#ifndef TOOLS_RESULTS_JSON_TRACES_H
#define TOOLS_RESULTS_JSON_TRACES_H

#include <stdbool.h>

#include "tools/base/json_text.h"
#include "tools/record/result.h"

/* Write a run's traces: an object with a list of records for each kind. BYTES fields are base64. */
void json_write_traces(struct json_text *json, const char *key, const struct result *result);

/* The kind whose list has that key. Returns false if there is none. */
bool json_trace_kind(const char *key, enum wire_kind *kind);

#endif
