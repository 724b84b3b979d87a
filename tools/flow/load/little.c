/* SPDX-License-Identifier: MIT */
/* The integral is taken from one begin or end to the next, and looks at no stay as a whole. */
#include "tools/flow/load/little.h"

#include <stdlib.h>

void flow_stays_add(struct flow_stays *stays, uint64_t begin, uint64_t end)
{
	FLOW_LIST_ADD(stays->begins, begin);
	FLOW_LIST_ADD(stays->ends, end);
}

void flow_stays_free(struct flow_stays *stays)
{
	free(stays->begins.items);
	free(stays->ends.items);
	*stays = (struct flow_stays){0};
}

static int little_by_time(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left > right) - (left < right);
}

static void little_integrate(const struct flow_stays *stays, struct flow_little *little)
{
	const uint64_t *begins = stays->begins.items, *ends = stays->ends.items;
	size_t come = 0, gone = 0;
	uint64_t now = little->begin;

	while (gone < stays->ends.count) {
		bool is_begin = come < stays->begins.count && begins[come] < ends[gone];
		uint64_t next = is_begin ? begins[come] : ends[gone];

		little->area_ticks += (come - gone) * (next - now);
		now = next;
		/* A stay of no time ends before it begins here, and counts for nothing. */
		if (is_begin)
			come++;
		else
			gone++;
		if (come > gone && come - gone > little->most)
			little->most = come - gone;
	}
}

void flow_little_make(struct flow_stays *stays, struct flow_little *little)
{
	size_t count = stays->begins.count;

	*little = (struct flow_little){.stays = count};
	if (count == 0)
		return;
	for (size_t i = 0; i < count; i++)
		little->stay_ticks += stays->ends.items[i] - stays->begins.items[i];
	qsort(stays->begins.items, count, sizeof(uint64_t), little_by_time);
	qsort(stays->ends.items, count, sizeof(uint64_t), little_by_time);
	little->begin = stays->begins.items[0];
	little->end = stays->ends.items[count - 1];
	little_integrate(stays, little);
}
