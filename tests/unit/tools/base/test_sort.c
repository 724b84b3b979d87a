/* SPDX-License-Identifier: MIT */
/* Sorting compared with the C library's. */
#include "tests/unit/unit.h"

#include <gsl/gsl_sort.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "tools/base/sort.h"

#define COUNT_MAX 400

static int by_value(const void *a, const void *b)
{
	const uint64_t *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* Numbers that differ in some digits only: the number of passes is even or odd. */
TEST(integers_are_sorted_whichever_digits_differ)
{
	uint64_t numbers[COUNT_MAX], expected[COUNT_MAX];
	struct rng rng;

	rng_seed(&rng, 1);
	for (size_t count = 0; count < COUNT_MAX; count++) {
		uint64_t mask = rng_next(&rng) & rng_next(&rng), base = rng_next(&rng);

		if (count % 3 != 0)
			mask = 0xff00ffull << rng_below(&rng, 41);
		for (size_t i = 0; i < count; i++)
			numbers[i] = base ^ (rng_next(&rng) & mask);
		memcpy(expected, numbers, sizeof(expected));
		qsort(expected, count, sizeof(*expected), by_value);
		sort_numbers(numbers, count);
		assert_memory_equal(numbers, expected, count * sizeof(*numbers));
	}
}

TEST(positive_and_negative_reals_are_sorted)
{
	double values[COUNT_MAX], expected[COUNT_MAX];
	struct rng rng;

	rng_seed(&rng, 1);
	for (size_t count = 1; count < COUNT_MAX; count++) {
		for (size_t i = 0; i < count; i++)
			values[i] = ((double)rng_below(&rng, 1000) - 500) /
				    (1 + rng_below(&rng, 7));
		memcpy(expected, values, sizeof(expected));
		gsl_sort(expected, 1, count);
		sort_reals(values, count);
		for (size_t i = 0; i < count; i++)
			assert_true(values[i] == expected[i]);
	}
}
