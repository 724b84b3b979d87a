/* SPDX-License-Identifier: MIT */
/* Counts of events in results.json, and back. */
#ifndef TOOLS_RESULTS_JSON_COUNTS_H
#define TOOLS_RESULTS_JSON_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/base/json_scan.h"
#include "tools/base/json_text.h"
#include "tools/record/result.h"

/* A benchmark's, as a list. */
void json_write_counts(struct json_text *json, const char *key, const struct bench *bench);

/* Take an item of the list and call add for the record that it came from. Returns false, without
 * that, if it is not one. What the record points to is valid during the call. */
bool json_to_count(struct json_scan *scan, uint64_t bench,
		   void (*add)(void *context, struct wire_record *record), void *context);

#endif
