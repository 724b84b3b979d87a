/* SPDX-License-Identifier: MIT */
/* Latency events: bins, inter-arrival times and sums checked against manual results, and properties
 * of random events. */
#include "tests/unit/unit.h"

#include <math.h>

#include "lib/rng.h"
#include "tools/stats/latency.h"

#define EVENTS 1000

static struct latency_event events[EVENTS];

static void draw(uint64_t seed)
{
	struct rng rng;

	rng_seed(&rng, seed);
	for (size_t i = 0; i < EVENTS; i++)
		events[i] = (struct latency_event){
			rng_below(&rng, 1000000), rng_below(&rng, 1u << rng_below(&rng, 31)), 0,
		};
}

TEST(lengths_are_binned_at_1_2_and_5)
{
	const struct latency_event some[] = {
		{10, 2000, 0}, {20, 4999, 0}, {30, 5000, 0}, {40, 1000, 0}, {50, 100000, 0},
	};
	struct latency_bin bins[LATENCY_BINS];

	assert_int_equal(latency_histogram(some, 5, 1000, bins), 7);
	assert_true(bins[0].low == 1 && bins[0].high == 2 && bins[0].count == 1);
	assert_true(bins[1].low == 2 && bins[1].high == 5 && bins[1].count == 2);
	assert_true(fabs(bins[1].sum - 6.999) < 1e-9);
	assert_int_equal(bins[1].first_start, 10);
	assert_true(bins[2].low == 5 && bins[2].count == 1 && bins[2].first_start == 30);
	assert_int_equal(bins[3].count, 0);
	assert_true(bins[6].low == 100 && bins[6].count == 1);
}

TEST(every_event_is_in_exactly_one_matching_bin)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct latency_bin bins[LATENCY_BINS];
		size_t bin_count, counted = 0;

		draw(seed);
		bin_count = latency_histogram(events, EVENTS, 7, bins);
		assert_uint_in_range(bin_count, 1, LATENCY_BINS);
		for (size_t i = 0; i < bin_count; i++) {
			size_t covered = 0;

			for (size_t j = 0; j < EVENTS; j++)
				covered += (double)events[j].length / 7 >= bins[i].low &&
					(double)events[j].length / 7 < bins[i].high;
			assert_int_equal(bins[i].count, covered);
			counted += covered;
		}
		assert_int_equal(counted, EVENTS);
	}
}

TEST(no_events_give_no_bins)
{
	struct latency_bin bins[LATENCY_BINS];

	assert_int_equal(latency_histogram(NULL, 0, 1, bins), 0);
}

TEST(longest_possible_event_has_a_bin)
{
	const struct latency_event longest = {0, UINT64_MAX, 0};
	struct latency_bin bins[LATENCY_BINS];

	assert_int_equal(latency_histogram(&longest, 1, 1e-9, bins), 1);
	assert_int_equal(bins[0].count, 1);
}

/* The four events longer than 10 have intervals of 100, 300 and 200. */
TEST(inter_arrival_times_have_mean_and_deviation)
{
	const struct latency_event some[] = {
		{1000, 11, 0}, {1050, 10, 0}, {1100, 20, 0}, {1400, 12, 0}, {1500, 1, 0},
		{1600, 99, 0},
	};
	struct latency_arrivals arrivals = latency_arrivals(some, 6, 10);

	assert_int_equal(arrivals.count, 4);
	assert_true(arrivals.has_mean && arrivals.has_sigma);
	assert_true(arrivals.mean == 200);
	assert_true(fabs(arrivals.sigma - 100) < 1e-9);
	arrivals = latency_arrivals(some, 4, 10);
	assert_true(arrivals.count == 3 && arrivals.has_sigma && arrivals.mean == 200);
	assert_true(fabs(arrivals.sigma - 100 * sqrt(2)) < 1e-9);
}

TEST(too_few_arrivals_have_no_mean_or_deviation)
{
	const struct latency_event some[] = {{10, 5, 0}, {30, 5, 0}};
	struct latency_arrivals two = latency_arrivals(some, 2, 4);
	struct latency_arrivals one = latency_arrivals(some, 1, 4);
	struct latency_arrivals none = latency_arrivals(some, 2, 5);

	assert_true(two.count == 2 && two.has_mean && two.mean == 20 && !two.has_sigma);
	assert_true(one.count == 1 && !one.has_mean);
	assert_true(none.count == 0 && !none.has_mean);
}

TEST(excess_latency_is_the_powered_sum_above_the_threshold)
{
	const struct latency_event some[] = {{0, 3000, 0}, {0, 1000, 0}, {0, 5000, 0}};

	assert_true(latency_excess(some, 3, 1000, 1000, 1) == 2 + 4);
	assert_true(latency_excess(some, 3, 1000, 1000, 2) == 4 + 16);
	assert_true(latency_excess(some, 3, 1000, 5000, 1) == 0);
	assert_true(latency_excess(some, 3, 1000, 2000, 0) == 2);
}

TEST(excess_latency_falls_as_the_threshold_rises)
{
	draw(5);
	for (uint64_t threshold = 0; threshold < 1 << 30; threshold += 1 << 24)
		assert_true(latency_excess(events, EVENTS, 1, threshold, 1.5) >=
			    latency_excess(events, EVENTS, 1, threshold + (1 << 24), 1.5));
}

TEST(sorting_keeps_every_event)
{
	uint64_t before = 0, after = 0;

	draw(3);
	for (size_t i = 0; i < EVENTS; i++)
		before += events[i].start * 31 + events[i].length;
	latency_sort_by_length(events, EVENTS);
	for (size_t i = 1; i < EVENTS; i++)
		assert_true(events[i - 1].length < events[i].length ||
			    (events[i - 1].length == events[i].length &&
			     events[i - 1].start <= events[i].start));
	latency_sort_by_start(events, EVENTS);
	for (size_t i = 1; i < EVENTS; i++)
		assert_true(events[i - 1].start <= events[i].start);
	for (size_t i = 0; i < EVENTS; i++)
		after += events[i].start * 31 + events[i].length;
	assert_true(before == after);
}
