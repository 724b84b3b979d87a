/* SPDX-License-Identifier: MIT */
/* If all runs of a side are affected, they stay, so that the comparison is refused with the
 * reason. */
#include "tools/compare/unstable_timing.h"

#include <string.h>

#include "tools/base/alloc.h"

bool unstable_timing_has_timed(const struct result *result)
{
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		if (strcmp(bench->info->name, TIMING_BENCH) == 0)
			continue;
		for (size_t j = 0; j < bench->series_count; j++) {
			if (bench->series[j].info->timed != 0)
				return true;
		}
	}
	return false;
}

bool unstable_timing_affects(const struct compared_run *run)
{
	return run->analysis->overhead.state == OVERHEAD_UNSTABLE &&
	       unstable_timing_has_timed(run->result);
}

static size_t unstable_timing_count(const struct compared_runs *runs)
{
	size_t count = 0;

	for (size_t i = 0; i < runs->count; i++)
		count += unstable_timing_affects(&runs->items[i]);
	return count;
}

static bool has_known_cost(const struct comparison *comparison)
{
	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		for (size_t i = 0; i < runs->count; i++) {
			if (runs->items[i].analysis->overhead.state == OVERHEAD_KNOWN)
				return true;
		}
	}
	return false;
}

void unstable_timing_exclude(struct comparison *comparison)
{
	if (!has_known_cost(comparison))
		return;
	for (enum side side = BASE; side < SIDES; side++) {
		struct compared_runs *runs = &comparison->sides[side];
		size_t count = unstable_timing_count(runs);

		if (count > 0 && count < runs->count) {
			size_t remaining = 0;

			for (size_t i = 0; i < runs->count; i++) {
				struct compared_run run = runs->items[i];

				if (!unstable_timing_affects(&run)) {
					runs->items[remaining++] = run;
					continue;
				}
				runs->left_out = xreallocarray(runs->left_out,
							       runs->left_out_count + 1,
							       sizeof(*runs->left_out));
				runs->left_out[runs->left_out_count++] = run;
			}
			runs->count = remaining;
		}
	}
}
