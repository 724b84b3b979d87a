/* SPDX-License-Identifier: MIT */
/* Event counts in results.json: writing and reading. */
#ifndef TOOLS_RESULTS_JSON_COUNTS_H
#define TOOLS_RESULTS_JSON_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/base/json_scan.h"
#include "tools/base/json_text.h"
#include "tools/record/result.h"

/* Write a benchmark's counts as a list. */
void json_write_counts(struct json_text *json, const char *key, const struct bench *bench);

/* Convert an item of the list to a record and call add. Returns false, without the call, if the
 * item is invalid. The record's data is valid only during the call. */
bool json_to_count(struct json_scan *scan, uint64_t bench,
		   void (*add)(void *context, struct wire_record *record), void *context);

#endif
