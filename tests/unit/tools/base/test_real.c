/* SPDX-License-Identifier: MIT */
/* Numbers as text, compared with the C library's conversion. */
#include "tests/unit/unit.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "tools/base/real.h"


static void assert_as_library(double value)
{
	json_t *real = json_real(value);
	char *expected = json_dumps(real, JSON_ENCODE_ANY | JSON_REAL_PRECISION(REAL_DIGITS));
	char text[REAL_TEXT_MAX + 1];

	*real_write(text, value) = '\0';
	assert_string_equal(text, expected);
	free(expected);
	json_decref(real);
}

TEST(numbers_of_any_size_match_the_library)
{
	struct rng rng;

	rng_seed(&rng, 1);
	for (size_t i = 0; i < unit_trials(50000, 200000); i++) {
		double part = (double)rng_next(&rng) / 0x1p64;
		int exponent = (int)rng_below(&rng, 40) - 20;

		assert_as_library(part * pow(10, exponent));
		assert_as_library(-ldexp(part, exponent));
		assert_as_library((double)rng_below(&rng, 1u << (exponent & 31)) / 64);
	}
}

/* Halfway between two numbers of 12 digits, and next to powers of ten. */
TEST(rounding_is_exact)
{
	for (int power = -6; power <= 16; power++) {
		double value = pow(10, power);

		assert_as_library(value);
		assert_as_library(nextafter(value, 0));
		assert_as_library(nextafter(value, INFINITY));
		assert_as_library(value * (1 - 5e-13));
	}
	for (int i = 0; i < 1000; i++) {
		assert_as_library(99999999999.5 - i);
		assert_as_library(10000000000.25 + i / 2.0);
		assert_as_library(1000000 + (2 * i + 1) / 64.0);
	}
}

TEST(smallest_and_largest_numbers_are_written)
{
	static const double values[] = {
		0, 1, 0.1, 1e-4, 1e-5, 5e-324, 1.7976931348623157e308, 99999999999.9999,
		999999999999.9, 1e11, 1e12, 0.00099999999999999, 0.99999999999999,
	};

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		assert_as_library(values[i]);
		assert_as_library(-values[i]);
	}
}
