/* SPDX-License-Identifier: MIT */
#include "tools/analysis/clocks.h"

#include <math.h>
#include <string.h>

#include "lib/clock_seconds.h"
#include "lib/clock_select.h"

#define PPM 1e6

struct clocks clocks_of(const struct result *result)
{
	const struct record_list *timers = &result->records[WIRE_timer];
	const struct wire_manifest *manifest = result_manifest(result);

	for (size_t i = 0; i < timers->count; i++) {
		const struct wire_timer *timer = &timers->items[i].timer;

		if (strcmp(timer->status, "chosen") == 0 && timer->tsc_hz != 0)
			return (struct clocks){timer, (double)timer->tsc_hz};
	}
	return (struct clocks){NULL, manifest != NULL ? (double)manifest->tsc_hz : 0};
}

double clocks_uncertainty_ppm(const struct wire_timer *timer)
{
	return fmin((double)timer->uncertainty_ppm, SECONDS_UNCERTAINTY_PPM_MAX);
}

int64_t clocks_difference_ppm(const struct clocks *clocks, const struct wire_timer *timer)
{
	if (clocks->hz == 0 || timer->tsc_hz == 0)
		return 0;
	return (int64_t)fmin(((double)timer->tsc_hz - clocks->hz) * PPM / clocks->hz,
			     (double)INT64_MAX / 2);
}

bool clocks_has_frequency(const struct wire_timer *timer)
{
	return timer->tsc_hz != 0 && (strcmp(timer->status, "chosen") == 0 ||
				      strcmp(timer->status, "agrees") == 0 ||
				      strcmp(timer->status, "disagrees") == 0);
}

bool clocks_disagrees(const struct clocks *clocks, const struct wire_timer *timer)
{
	double limit_ppm = CLOCK_DISAGREEMENT_PPM + clocks_uncertainty_ppm(timer);

	if (clocks->chosen != NULL)
		limit_ppm += clocks_uncertainty_ppm(clocks->chosen);
	return strcmp(timer->status, "disagrees") == 0 ||
	       fabs((double)clocks_difference_ppm(clocks, timer)) > limit_ppm;
}
