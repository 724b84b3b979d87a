/* SPDX-License-Identifier: MIT */
#include "tools/view/plot/area_size.h"

#define ROW_HEIGHT 27
#define LANE_HEIGHT 14 /* of each further lane */

unsigned area_row_height(const struct plot *plot)
{
	size_t lanes = plot->lanes < 1 ? 1 : plot->lanes;

	return ROW_HEIGHT +
	       LANE_HEIGHT * (unsigned)((lanes < AREA_LANES_MAX ? lanes : AREA_LANES_MAX) - 1);
}

void area_find_rows(const struct plot *plot, size_t *first, size_t *count)
{
	*first = 0;
	while (*first < plot->y.name_count && (double)*first < plot->y.low)
		++*first;
	*count = 0;
	while (*first + *count < plot->y.name_count && (double)(*first + *count) < plot->y.high)
		++*count;
}

unsigned area_height(const struct plot *plot, unsigned usual)
{
	size_t first, count;

	if (plot->y.name_count == 0)
		return usual;
	area_find_rows(plot, &first, &count);
	return area_row_height(plot) * (unsigned)count;
}
