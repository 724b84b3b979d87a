/* SPDX-License-Identifier: MIT */
/* Intervals of proportions, and the test of whether times cluster within a period. */
#include "tests/unit/unit.h"

#include <math.h>

#include "lib/rng.h"
#include "tools/stats/circular.h"
#include "tools/stats/proportion.h"

#define TAIL 0.025
#define PLACES 100
#define ROUNDS 2000

/* The limits for none and for all have a closed form. Those for 5 of 10 are in Clopper and
 * Pearson's chart. */
TEST(limits_of_a_proportion_are_exact)
{
	double low, high;

	proportion_bound(0, 10, TAIL, &low, &high);
	assert_float_equal(low, 0, 0);
	assert_float_equal(high, 1 - pow(TAIL, 0.1), 1e-9);
	proportion_bound(10, 10, TAIL, &low, &high);
	assert_float_equal(low, pow(TAIL, 0.1), 1e-9);
	assert_float_equal(high, 1, 0);
	proportion_bound(5, 10, TAIL, &low, &high);
	assert_float_equal(low, 0.187086, 1e-6);
	assert_float_equal(high, 0.812914, 1e-6);
	proportion_bound(1, 1, TAIL, &low, &high);
	assert_float_equal(low, TAIL, 1e-9);
}

/* Seeded: the same 2000 trials each time. */
TEST(intervals_contain_the_true_proportion_at_least_at_the_stated_rate)
{
	struct rng rng;
	unsigned covered = 0;

	rng_seed(&rng, 1);
	for (unsigned round = 0; round < ROUNDS; round++) {
		uint64_t successes = 0;
		double low, high;

		for (unsigned trial = 0; trial < 50; trial++)
			successes += rng_below(&rng, 10) < 3;
		proportion_bound(successes, 50, TAIL, &low, &high);
		covered += low <= 0.3 && 0.3 <= high;
	}
	assert_uint_in_range(covered, ROUNDS * 95 / 100, ROUNDS - 1);
}

static double chance_of(double (*place)(unsigned i))
{
	double places[PLACES];

	for (unsigned i = 0; i < PLACES; i++)
		places[i] = place(i);
	return circular_uniform_p(places, PLACES);
}

static double same(unsigned i)
{
	(void)i;
	return 0.7;
}

static double opposite(unsigned i)
{
	return i % 2 == 0 ? 0.1 : 0.6;
}

static double even(unsigned i)
{
	return i / (double)PLACES;
}

TEST(clustered_phases_are_distinguished_from_uniform_ones)
{
	assert_true(chance_of(same) < 1e-20);
	assert_true(chance_of(opposite) < 1e-20);
	assert_true(chance_of(even) > 0.9);
	assert_float_equal(circular_uniform_p(NULL, 0), 1, 0);
	assert_float_equal(circular_uniform_p((const double[]){0.5}, 1), 1, 0);
}

/* Zar's approximation by hand, from the squared length of the sum of directions: 9 for three equal
 * ones. */
TEST(probability_is_the_least_of_four_tests_times_four)
{
	static const double quarter[] = {0, 0, 0.25}, third[] = {0.2, 0.2, 0.2 + 1.0 / 3};
	static const double eighth[] = {0.5, 0.625}, fifths[] = {0.1, 0.3, 0.5, 0.7, 0.9};

	assert_float_equal(circular_uniform_p(quarter, 3), 4 * exp(sqrt(13) - 7), 1e-12);
	assert_float_equal(circular_uniform_p(third, 3), 4 * exp(sqrt(13) - 7), 1e-12);
	/* The least is that about one point. */
	assert_float_equal(circular_uniform_p(eighth, 2), 4 * exp(sqrt(17 - 4 * sqrt(2)) - 5),
			   1e-12);
	assert_float_equal(circular_uniform_p(fifths, 5), 1, 0);
}

TEST(random_phases_rarely_seem_clustered)
{
	unsigned rare = 0;
	struct rng rng;

	rng_seed(&rng, 2);
	for (unsigned round = 0; round < ROUNDS; round++) {
		double places[PLACES];

		for (unsigned i = 0; i < PLACES; i++)
			places[i] = rng_below(&rng, 1u << 30) / (double)(1u << 30);
		rare += circular_uniform_p(places, PLACES) < 0.05;
	}
	assert_uint_in_range(rare, ROUNDS / 100, ROUNDS * 6 / 100);
}
