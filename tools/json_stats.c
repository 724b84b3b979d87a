/* Statistics as an object, alike wherever results.json has some. */
#include "tools/json_stats.h"

json_t *json_from_stats(const struct stats *stats)
{
	json_t *object = json_object();

#define X(name) json_object_set_new(object, #name, json_real(stats->name));
	STATS_VALUES(X)
#undef X
	if (!stats->has_interval) {
		json_object_set_new(object, "median_low", json_null());
		json_object_set_new(object, "median_high", json_null());
	}
	return object;
}
