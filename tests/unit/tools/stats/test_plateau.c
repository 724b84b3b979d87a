/* SPDX-License-Identifier: MIT */
/* Levels of made-up memory curves with known geometry, and of measured curves. docs/statistics.md
 * states the rates. */
#include "tests/unit/unit.h"

#include <math.h>

#include "lib/rng.h"
#include "tests/unit/tools/stats/measured_curves.h"
#include "tools/stats/plateau.h"

#define PER_OCTAVE 4
#define OCTAVES 17
#define POINTS (PER_OCTAVE * OCTAVES + 1)

/* Latency in cycles on a machine with caches of 32 KiB, 256 KiB and 8 MiB. */
static double three_caches(double size)
{
	return size <= 32 << 10 ? 4 : size <= 256 << 10 ? 12 : size <= 8 << 20 ? 40 : 200;
}

static double flat(double size)
{
	(void)size;
	return 5;
}

/* The transition to memory spans two octaves and does not follow a hit ratio. */
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

TEST(noise_of_10_percent_adds_no_plateau)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, three_caches, 0.1);
	assert_caches_found(plateaus, plateau_find(points, POINTS, plateaus), 0.1);
}

TEST(outliers_add_no_plateau)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, three_caches, 0.02);
	points[5].value *= 8;
	points[17].value *= 3;
	points[40].value *= 5;
	assert_caches_found(plateaus, plateau_find(points, POINTS, plateaus), 0.02);
}

TEST(flat_curve_is_one_plateau)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, flat, 0);
	assert_int_equal(plateau_find(points, POINTS, plateaus), 1);
	assert_true(fabs(plateaus[0].level - 5) < 1e-9 && plateaus[0].is_last);
	make_curve(points, flat, 0.2);
	assert_int_equal(plateau_find(points, POINTS, plateaus), 1);
}

/* Any level would be wrong. */
TEST(curve_unlike_any_cache_has_no_level)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, flat, 0);
	for (size_t i = 0; i < POINTS; i++)
		points[i].value = i % 2 == 0 ? 4 + (double)i : 200;
	assert_int_equal(plateau_find(points, POINTS, plateaus), 0);
}

TEST(gradual_rise_is_no_level)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, gradual, 0.02);
	assert_int_equal(plateau_find(points, POINTS, plateaus), 4);
	assert_uint_in_range(plateaus[2].ends_bytes, 7 << 20, 12 << 20);
	assert_uint_in_range(plateaus[3].level, 190, 250);
}

/* The modelled caches of a bare-metal run, in which the kernel occupied some lines. */
TEST(buffer_that_just_fills_a_cache_is_no_level)
{
	static const double values[] = {
		1.005, 1.005, 1.005, 1.005, 1.005, 1.005, 1.005, 1.005, 1.005, 1.009, 1.009,
		1.009, 1.009, 1.014, 1.014, 1.019, 1.019, 1.020, 1.020, 1.038, 1.256, 2,
		2,     2.006, 2.017, 2.016, 2.016, 2.016, 2.263, 3.002, 3,     3,     3.001,
		3,     3.002, 3.004, 3.084, 4,     4,     4.001, 4,
	};
	struct curve_point points[sizeof(values) / sizeof(values[0])];
	struct plateau plateaus[PLATEAUS_MAX];
	size_t count = sizeof(values) / sizeof(values[0]);

	for (size_t i = 0; i < count; i++) {
		uint64_t octave_bytes = UINT64_C(1024) << i / PER_OCTAVE;

		points[i].size_bytes = octave_bytes + octave_bytes / PER_OCTAVE * (i % PER_OCTAVE);
		points[i].value = values[i];
	}
	assert_int_equal(plateau_find(points, count, plateaus), 4);
	assert_uint_in_range(plateaus[0].ends_bytes, 28 << 10, 40 << 10);
	assert_int_equal(plateaus[1].ends_bytes, 128 << 10);
	assert_int_equal(plateaus[2].ends_bytes, 512 << 10);
}

TEST(short_curve_is_one_plateau_and_empty_curve_none)
{
	struct curve_point points[] = {{1024, 4}, {2048, 9}, {4096, 4}};
	struct plateau plateaus[PLATEAUS_MAX];

	assert_int_equal(plateau_find(points, 0, plateaus), 0);
	assert_int_equal(plateau_find(points, 1, plateaus), 1);
	assert_int_equal(plateau_find(points, 2, plateaus), 1);
	assert_int_equal(plateau_find(points, 3, plateaus), 1);
}

/* Seven points beyond a cache of 32 KiB whose misses follow no edge, with an error of 4 %. */
TEST(interval_of_a_capacity_is_at_most_a_factor_of_e)
{
	static const double errors[] = {0.02, -0.04, 0.03, -0.05, 0.04, -0.02, 0.05, -0.04, 0.02,
					-0.03, 0.04};
	struct curve_point points[COUNT(errors)];
	struct plateau plateaus[PLATEAUS_MAX];
	double ends;

	for (size_t i = 0; i < COUNT(errors); i++) {
		double size = exp2(10 + (double)i), hits = size > 32768 ? 32768 / size : 1;

		points[i].size_bytes = (uint64_t)size;
		points[i].value = (4 + 8 * (1 - hits * hits)) * (1 + errors[i]);
	}
	assert_int_equal(plateau_find(points, COUNT(errors), plateaus), 2);
	ends = (double)plateaus[0].ends_bytes;
	assert_float_equal(log(ends / (double)plateaus[0].ends_low), 1, 1e-3);
	assert_float_equal(log((double)plateaus[0].ends_high / ends), 1, 1e-3);
}

TEST(zero_values_are_accepted)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];

	make_curve(points, three_caches, 0);
	points[3].value = 0;
	assert_uint_in_range(plateau_find(points, POINTS, plateaus), 1, PLATEAUS_MAX);
}

/* ---- Known geometry ---- */


static const struct machine {
	size_t levels;
	double latencies[4], capacities[3];
} machines[] = {
	{4, {4, 12, 42, 220}, {32 << 10, 256 << 10, 8 << 20}},
	{4, {5, 14, 70, 330}, {48 << 10, 2 << 20, 16 << 20}},
	{4, {4, 14, 46, 250}, {32 << 10, 512 << 10, 16 << 20}},
	{3, {3, 20, 180}, {64 << 10, 1 << 20}},
};

/* Of a larger set, a cache contains (capacity / size)^sharpness. */
static double latency_on(const struct machine *machine, double size, double sharpness)
{
	double latency = machine->latencies[0];

	for (size_t i = 0; i + 1 < machine->levels; i++) {
		double step = machine->latencies[i + 1] - machine->latencies[i];

		if (size > machine->capacities[i])
			latency += step * (1 - pow(machine->capacities[i] / size, sharpness));
	}
	return latency;
}

static double gaussian(struct rng *rng)
{
	double sum = 0;

	for (int i = 0; i < 12; i++)
		sum += (double)rng_below(rng, 1u << 20) / (1u << 20);
	return sum - 6;
}

static void simulate(struct rng *rng, const struct machine *machine, double sharpness,
		     double noise, struct curve_point points[POINTS])
{
	for (size_t i = 0; i < POINTS; i++) {
		points[i].size_bytes = (uint64_t)exp2(10 + (double)i / PER_OCTAVE) / 64 * 64;
		points[i].value = latency_on(machine, (double)points[i].size_bytes, sharpness) *
				  exp(noise * gaussian(rng));
	}
}

struct found {
	size_t curves, right_number, levels, near, covered, capacities, capacities_near;
};

static void assert_disjoint(const struct plateau *plateaus, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		assert_true(plateaus[i].begins_bytes < plateaus[i].ends_bytes);
		assert_int_equal(plateaus[i].is_last, i + 1 == count);
		if (i > 0) {
			assert_int_equal(plateaus[i].begins_bytes, plateaus[i - 1].ends_bytes);
			assert_true(plateaus[i].level > plateaus[i - 1].level);
		}
	}
}

static void count_found(const struct machine *machine, const struct plateau *plateaus,
			size_t count, struct found *found)
{
	found->curves++;
	if (count != machine->levels)
		return;
	found->right_number++;
	for (size_t i = 0; i < count; i++) {
		double truth = machine->latencies[i];

		found->levels++;
		found->near += fabs(plateaus[i].level / truth - 1) < 0.1;
		found->covered += plateaus[i].level_low <= truth && truth <= plateaus[i].level_high;
		if (plateaus[i].is_last)
			continue;
		found->capacities++;
		found->capacities_near +=
			fabs(log((double)plateaus[i].ends_bytes / machine->capacities[i])) < 0.2;
	}
}

static struct found find_all(double sharpness, double noise)
{
	struct curve_point points[POINTS];
	struct plateau plateaus[PLATEAUS_MAX];
	struct found found = {0};
	struct rng rng;

	rng_seed(&rng, 4);
	for (size_t i = 0; i < unit_trials(12, 100); i++) {
		const struct machine *machine =
			&machines[i % (sizeof(machines) / sizeof(machines[0]))];
		size_t count;

		simulate(&rng, machine, sharpness, noise, points);
		count = plateau_find(points, POINTS, plateaus);
		assert_disjoint(plateaus, count);
		count_found(machine, plateaus, count, &found);
	}
	print_message("sharpness %g, noise %g: right number of levels in %zu of %zu, latency "
		      "within 10 %% in %zu of %zu, in its interval in %zu, capacity within 20 %% "
		      "in %zu of %zu\n",
		      sharpness, noise, found.right_number, found.curves, found.near, found.levels,
		      found.covered, found.capacities_near, found.capacities);
	return found;
}

TEST(levels_are_found_for_any_hit_ratio)
{
	static const double sharpnesses[] = {1, 2, 32};
	static const double noises[] = {0.01, 0.03};

	for (size_t i = 0; i < 3; i++) {
		for (size_t j = 0; j < 2; j++) {
			struct found found = find_all(sharpnesses[i], noises[j]);

			assert_true(found.right_number * 100 >= found.curves * 95);
			assert_true(found.near * 100 >= found.levels * 95);
			assert_true(found.covered * 100 >= found.levels * 88);
			assert_true(found.capacities_near * 100 >= found.capacities * 95);
		}
	}
}

/* These curves are flat at 2.7 and 9.4 ticks, and end at about 400. */
TEST(measured_curves_have_their_visible_levels)
{
	for (size_t i = 0; i < sizeof(measured_curves) / sizeof(measured_curves[0]); i++) {
		const struct curve_point *points = measured_curves[i].points;
		struct plateau plateaus[PLATEAUS_MAX];
		size_t count = 0, found;

		while (points[count].size_bytes > 0)
			count++;
		found = plateau_find(points, count, plateaus);
		print_message("%s:", measured_curves[i].name);
		for (size_t j = 0; j < found; j++)
			print_message(" %.4g to %lu KiB", plateaus[j].level,
				      plateaus[j].ends_bytes >> 10);
		print_message("\n");
		assert_int_equal(found, 4);
		assert_disjoint(plateaus, found);
		assert_true(fabs(plateaus[0].level - 2.7) < 0.2);
		assert_true(fabs(plateaus[1].level - 9.9) < 0.7);
		assert_true(fabs(plateaus[3].level - 405) < 30);
		assert_uint_in_range(plateaus[0].ends_bytes, 28 << 10, 50 << 10);
		assert_uint_in_range(plateaus[1].ends_bytes, 450 << 10, 1 << 20);
	}
}
