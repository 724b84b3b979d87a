/* SPDX-License-Identifier: MIT */
/* Selects a source of the clock's frequency. A preferred source can be wrong. For example,
 * emulators pass the host's CPUID leaves to a guest whose TSC has another rate. So two sources that
 * agree outvote one. */
#include "lib/clock_select.h"

#include <stdbool.h>

#define SANE_HZ_MIN 1000000u            /* low, because emulators count instructions, some slowly */
#define SANE_HZ_MAX 20000000000u
#define PPM 1000000

bool clock_source_is_usable(const struct clock_source *source)
{
	return source->tsc_hz >= SANE_HZ_MIN && source->tsc_hz <= SANE_HZ_MAX;
}

static int64_t difference_ppm(uint64_t hz, uint64_t reference_hz)
{
	return ((int64_t)hz - (int64_t)reference_hz) * PPM / (int64_t)reference_hz;
}

static bool clock_select_agree(const struct clock_source *a, const struct clock_source *b)
{
	int64_t limit_ppm = (int64_t)(CLOCK_DISAGREEMENT_PPM + a->uncertainty_ppm +
				      b->uncertainty_ppm);
	int64_t ppm = difference_ppm(a->tsc_hz, b->tsc_hz);

	return ppm <= limit_ppm && ppm >= -limit_ppm;
}

static bool is_outvoted(const struct clock_source *sources, size_t count, size_t candidate)
{
	for (size_t i = 0; i < count; i++) {
		if (!clock_source_is_usable(&sources[i]) ||
		    clock_select_agree(&sources[i], &sources[candidate]))
			continue;
		for (size_t j = i + 1; j < count; j++) {
			if (clock_source_is_usable(&sources[j]) &&
			    clock_select_agree(&sources[i], &sources[j]) &&
			    !clock_select_agree(&sources[j], &sources[candidate]))
				return true;
		}
	}
	return false;
}

/* The first usable source that is not outvoted, or if all are outvoted, the first usable one. NULL
 * if all usable sources are nominal. */
static struct clock_source *clock_select_choose(struct clock_source *sources, size_t count)
{
	struct clock_source *chosen = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!clock_source_is_usable(&sources[i]) || sources[i].is_nominal)
			continue;
		if (!is_outvoted(sources, count, i))
			return &sources[i];
		if (chosen == NULL)
			chosen = &sources[i];
	}
	return chosen;
}

uint64_t clock_select(struct clock_source *sources, size_t count)
{
	struct clock_source *chosen = clock_select_choose(sources, count);

	for (size_t i = 0; i < count; i++) {
		struct clock_source *source = &sources[i];

		source->disagreement_ppm = 0;
		source->status = "unusable";
		if (!clock_source_is_usable(source) || chosen == NULL)
			continue;
		source->disagreement_ppm = difference_ppm(source->tsc_hz, chosen->tsc_hz);
		if (source == chosen)
			source->status = "chosen";
		else
			source->status = clock_select_agree(source, chosen) ? "agrees"
									    : "disagrees";
	}
	return chosen != NULL ? chosen->tsc_hz : 0;
}
