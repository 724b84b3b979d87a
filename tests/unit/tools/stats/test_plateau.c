/* SPDX-License-Identifier: MIT */
/* Plateaus of made-up memory curves, clean, noisy and without any step. */
#include "tests/unit/unit.h"

#include <math.h>

#include "lib/rng.h"
#include "tools/stats/plateau.h"

#define PER_OCTAVE 4
#define OCTAVES 17
#define POINTS (PER_OCTAVE * OCTAVES + 1)

/* Latency in cycles of a machine with caches of 32 KiB, 256 KiB and 8 MiB. */
static double three_caches(double size)
{
	return size <= 32 << 10 ? 4 : size <= 256 << 10 ? 12 : size <= 8 << 20 ? 40 : 200;
}

static double flat(double size)
{
	(void)size;
	return 5;
}

/* Memory is reached over two octaves, as with a cache that is not strictly the oldest out. */
static double gradual(double size)
{
	double beyond = log2(size / (8 << 20));

	return size <= 8 << 20 ? three_caches(size) : 40 * pow(5, fmin(1, beyond / 2));
}

static void make_curve(struct curve_point points[POINTS], double (*latency)(double), double noise)
{
	struct rng rng;

	rng_seed(&rng, 9);
	for (size_t i = 0; i < POINTS; i++) {
		double size = exp2(10 + (double)i / PER_OCTAVE);
		double part = (double)rng_below(&rng, 2001) / 1000 - 1;

		points[i].size_bytes = (uint64_t)size / 64 * 64;
		points[i].value = latency((double)points[i].size_bytes) * (1 + noise * part);
	}
}

static void assert_caches_found(const struct plateau *plateaus, size_t found, double noise)
{
	static const double levels[] = {4, 12, 40, 200};
	static const uint64_t ends[] = {32 << 10, 256 << 10, 8 << 20};

	assert_int_equal(found, 4);
	for (size_t i = 0; i < 4; i++)
		assert_true(fabs(plateaus[i].level / levels[i] - 1) <= noise + 1e-9);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(plateaus[i].ends_bytes, ends[i]);
		assert_false(plateaus[i].is_last);
	}
	assert_true(plateaus[3].is_last);
	assert_int_equal(plateaus[0].begins_bytes, 1024);
}

TEST(three_caches_and_memory_are_four_plateaus)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, three_caches, 0);
	assert_caches_found(plateaus, plateau_find(points, POINTS, plateaus), 0);
}

TEST(noise_of_a_tenth_makes_no_plateau)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, three_caches, 0.1);
	assert_caches_found(plateaus, plateau_find(points, POINTS, plateaus), 0.1);
}

TEST(outliers_make_no_plateau)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, three_caches, 0.02);
	points[5].value *= 8;
	points[17].value *= 3;
	points[40].value *= 5;
	assert_caches_found(plateaus, plateau_find(points, POINTS, plateaus), 0.02);
}

TEST(a_flat_curve_is_one_plateau)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, flat, 0);
	assert_int_equal(plateau_find(points, POINTS, plateaus), 1);
	assert_true(fabs(plateaus[0].level - 5) < 1e-9 && plateaus[0].is_last);
	make_curve(points, flat, 0.2);
	assert_int_equal(plateau_find(points, POINTS, plateaus), 1);
}

TEST(a_gradual_rise_is_no_plateau_of_its_own)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, gradual, 0.02);
	assert_int_equal(plateau_find(points, POINTS, plateaus), 4);
	assert_in_range(plateaus[2].ends_bytes, 8 << 20, 12 << 20);
	assert_in_range(plateaus[3].level, 190, 210);
}

TEST(short_curves_are_one_plateau_and_no_points_none)
{
	struct curve_point points[] = {{1024, 4}, {2048, 9}, {4096, 4}};
	struct plateau plateaus[PLATEAUS_MAX];

	assert_int_equal(plateau_find(points, 0, plateaus), 0);
	assert_int_equal(plateau_find(points, 1, plateaus), 1);
	assert_int_equal(plateau_find(points, 2, plateaus), 1);
	assert_int_equal(plateau_find(points, 3, plateaus), 1);
}

TEST(values_of_zero_do_no_harm)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, three_caches, 0);
	points[3].value = 0;
	assert_in_range(plateau_find(points, POINTS, plateaus), 1, PLATEAUS_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_caches_and_memory_are_four_plateaus),
		cmocka_unit_test(noise_of_a_tenth_makes_no_plateau),
		cmocka_unit_test(outliers_make_no_plateau),
		cmocka_unit_test(a_flat_curve_is_one_plateau),
		cmocka_unit_test(a_gradual_rise_is_no_plateau_of_its_own),
		cmocka_unit_test(short_curves_are_one_plateau_and_no_points_none),
		cmocka_unit_test(values_of_zero_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
