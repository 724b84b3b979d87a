/* SPDX-License-Identifier: MIT */
/* Order statistics in integers. The host tool's, in floating point, are the reference. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>

#include "lib/order.h"
#include "tools/stats/stats.h"

#define VALUES 64

TEST(values_are_sorted)
{
	uint64_t values[] = {7, 1, UINT64_MAX, 3, 3, 0};
	const uint64_t sorted[] = {0, 1, 3, 3, 7, UINT64_MAX};

	order_sort(values, COUNT(values));
	assert_memory_equal(values, sorted, sizeof(sorted));
	order_sort(values, 0);
	assert_memory_equal(values, sorted, sizeof(sorted));
}

TEST(median_of_an_even_number_is_between_the_two_middle_values)
{
	const uint64_t values[] = {1, 4, 7, 90};

	assert_int_equal(order_twice_median(values, 4), 11);
	assert_int_equal(order_twice_median(values, 3), 8);
	assert_int_equal(order_twice_median(values, 1), 2);
	assert_int_equal(order_middle(values, 4), 7);
	assert_int_equal(order_middle(values, 3), 4);
	assert_int_equal(order_middle(values, 1), 1);
}

TEST(median_and_quartiles_are_those_of_the_host_tool)
{
	uint64_t values[VALUES];
	double reals[VALUES];

	for (size_t i = 0; i < VALUES; i++) {
		values[i] = i * i + i % 3;
		reals[i] = (double)values[i];
	}
	for (size_t count = 1; count <= VALUES; count++) {
		assert_int_equal(order_twice_median(values, count),
				 (uint64_t)(2 * stats_median_sorted(reals, count)));
		for (size_t quarters = 1; quarters <= 3; quarters++)
			assert_int_equal(order_quartile(values, count, quarters),
					 (uint64_t)stats_quantile(reals, count,
								  (double)quarters / 4));
	}
}
