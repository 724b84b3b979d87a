/* Statistics in JSON. */
#ifndef TOOLS_JSON_STATS_H
#define TOOLS_JSON_STATS_H

#include <jansson.h>

#include "tools/stats.h"

/* Every value by its name; the interval's ends are null where there is none. */
json_t *json_from_stats(const struct stats *stats);

#endif
