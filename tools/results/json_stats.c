/* SPDX-License-Identifier: MIT */
/* Statistics as an object, in one format throughout results.json. */
#include "tools/results/json_stats.h"

void json_write_stats(struct json_text *json, const char *key, const struct stats *stats)
{
	json_text_open(json, key, '{');
#define X(name) json_text_real(json, #name, stats->name);
	STATS_FIELDS(X)
#undef X
#define X(name) json_text_real_or_null(json, #name, stats->has_interval, stats->name);
	STATS_INTERVAL(X)
#undef X
	json_text_close(json, '}');
}
