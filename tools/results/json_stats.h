/* SPDX-License-Identifier: MIT */
/* Statistics in JSON. */
#ifndef TOOLS_RESULTS_JSON_STATS_H
#define TOOLS_RESULTS_JSON_STATS_H

#include "tools/base/json_text.h"
#include "tools/stats/stats.h"

/* Write all values by name; the interval's ends are null if there is none. */
void json_write_stats(struct json_text *json, const char *key, const struct stats *stats);

#endif
