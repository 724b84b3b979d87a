/* SPDX-License-Identifier: MIT */
/* The integral is computed between consecutive begins and ends, independently of the residence
 * times. */
#include "tools/flow/load/littles_law.h"

#include <stdlib.h>

#include "tools/base/sort.h"

void residences_add(struct residences *residences, uint64_t begin, uint64_t end)
{
	FLOW_LIST_ADD(residences->begins, begin);
	FLOW_LIST_ADD(residences->ends, end);
}

void residences_free(struct residences *residences)
{
	free(residences->begins.items);
	free(residences->ends.items);
	*residences = (struct residences){0};
}

static void littles_law_integrate(const struct residences *residences, struct littles_law *law)
{
	const uint64_t *begins = residences->begins.items, *ends = residences->ends.items;
	size_t come = 0, gone = 0;
	uint64_t now = law->begin;

	while (gone < residences->ends.count) {
		bool is_begin = come < residences->begins.count && begins[come] < ends[gone];
		uint64_t next = is_begin ? begins[come] : ends[gone];

		law->area_ticks += (come - gone) * (next - now);
		now = next;
		/* A residence of zero length ends before its begin here and adds nothing. */
		if (is_begin)
			come++;
		else
			gone++;
		if (come > gone && come - gone > law->most)
			law->most = come - gone;
	}
}

void littles_law_make(struct residences *residences, struct littles_law *law)
{
	size_t count = residences->begins.count;

	*law = (struct littles_law){.residences = count};
	if (count == 0)
		return;
	for (size_t i = 0; i < count; i++)
		law->residence_ticks += residences->ends.items[i] - residences->begins.items[i];
	sort_numbers(residences->begins.items, count);
	sort_numbers(residences->ends.items, count);
	law->begin = residences->begins.items[0];
	law->end = residences->ends.items[count - 1];
	littles_law_integrate(residences, law);
}
