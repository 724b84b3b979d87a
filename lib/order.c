/* SPDX-License-Identifier: MIT */
#include "lib/order.h"

void order_sort(uint64_t *values, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		uint64_t value = values[i];
		size_t place = i;

		for (; place > 0 && values[place - 1] > value; place--)
			values[place] = values[place - 1];
		values[place] = value;
	}
}

uint64_t order_twice_median(const uint64_t *sorted, size_t count)
{
	return sorted[(count - 1) / 2] + sorted[count / 2];
}

uint64_t order_middle(const uint64_t *sorted, size_t count)
{
	return sorted[count / 2];
}

uint64_t order_quartile(const uint64_t *sorted, size_t count, size_t quarters)
{
	size_t place = (count - 1) * quarters, below = place / 4, part = place % 4;

	if (part == 0)
		return sorted[below];
	return sorted[below] + (sorted[below + 1] - sorted[below]) * part / 4;
}
