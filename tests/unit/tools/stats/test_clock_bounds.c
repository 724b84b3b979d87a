/* SPDX-License-Identifier: MIT */
/* Injected clock offsets and drifts are estimated, and lie within the stated bounds. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "tools/stats/clock_bounds.h"

#define HZ 3e9
#define CALLS 500
#define SPACING 3000000         /* ticks between two calls: 1 ms */
#define LEAST_DELAY 15000       /* ticks: 5 us */
#define TRIALS 1000

/* A clock that shows the other clock's time plus a drifting offset. */
struct injected {
	double offset, drift;
	double step;            /* added from the middle on */
};

static double injected_at(const struct injected *clock, double other_time)
{
	double middle = (double)CALLS / 2 * SPACING;

	return clock->offset + clock->drift * other_time +
	       (other_time >= middle ? clock->step : 0);
}

/* The reading of a clock with an error. Times are far from 0, as in a real counter. */
static uint64_t clock_reading(const struct injected *clock, double other_time)
{
	return (uint64_t)(1e12 + other_time + injected_at(clock, other_time));
}

static uint64_t true_time(double other_time)
{
	return (uint64_t)(1e12 + other_time);
}

/* A call to the clock's owner and its answer: a lower and an upper bound. */
static void add_call(gsl_rng *rng, const struct injected *clock, double sent,
		     struct clock_bound bounds[2])
{
	double arrived = sent + LEAST_DELAY + gsl_ran_exponential(rng, LEAST_DELAY);
	double answered = arrived + gsl_ran_exponential(rng, LEAST_DELAY);
	double back = answered + LEAST_DELAY + gsl_ran_exponential(rng, LEAST_DELAY);
	uint64_t own_arrival = clock_reading(clock, arrived);
	uint64_t own_answer = clock_reading(clock, answered);

	bounds[0] = (struct clock_bound){
		own_arrival, (int64_t)(true_time(sent) - own_arrival), false,
	};
	bounds[1] = (struct clock_bound){
		own_answer, (int64_t)(true_time(back) - own_answer), true,
	};
}

static void add_calls(gsl_rng *rng, const struct injected *clock,
		      struct clock_bound bounds[2 * CALLS])
{
	for (size_t i = 0; i < CALLS; i++)
		add_call(rng, clock, (double)i * SPACING + gsl_rng_uniform_int(rng, SPACING / 2),
			 &bounds[2 * i]);
}

/* Whether the bounds contain the injected offset at a time of the other clock. */
static bool holds(const struct clock_bounds *fit, const struct injected *clock, double other_time)
{
	uint64_t at = clock_reading(clock, other_time);
	double truth = (double)true_time(other_time) - (double)at;
	struct clock_range range = clock_range_at(fit, at);

	return range.low <= truth && truth <= range.high;
}

TEST(injected_clocks_are_always_within_the_bounds)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct clock_bound bounds[2 * CALLS];

	for (size_t trial = 0; trial < TRIALS; trial++) {
		const struct injected clock = {
			.offset = gsl_ran_flat(rng, -0.030 * HZ, 0.030 * HZ),
			.drift = gsl_ran_flat(rng, -100e-6, 100e-6),
		};
		struct clock_bounds *fit;

		add_calls(rng, &clock, bounds);
		fit = clock_bounds_fit(bounds, 2 * CALLS);
		assert_int_equal(fit->count, 1);
		for (size_t i = 0; i <= 10; i++)
			assert_true(holds(fit, &clock, (double)i / 10 * CALLS * SPACING));
		assert_true(fit->stretches->drift_low <= fit->stretches->drift_high);
		clock_bounds_free(fit);
	}
	gsl_rng_free(rng);
}

TEST(bounds_are_as_tight_as_the_minimum_delay_allows)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	const struct injected clock = {.offset = -600e-6 * HZ, .drift = 30e-6};
	struct clock_bound bounds[2 * CALLS];
	struct clock_bounds *fit;
	struct clock_range range;
	double middle = (double)CALLS / 2 * SPACING, mid, truth;

	add_calls(rng, &clock, bounds);
	fit = clock_bounds_fit(bounds, 2 * CALLS);
	range = clock_range_at(fit, clock_reading(&clock, middle));
	mid = (range.low + range.high) / 2;
	truth = (double)true_time(middle) - (double)clock_reading(&clock, middle);
	assert_true((range.high - range.low) / 2 >= LEAST_DELAY);
	assert_true((range.high - range.low) / 2 < 1.1 * LEAST_DELAY);
	assert_true(fabs(mid - truth) < 0.1 * LEAST_DELAY);
	clock_bounds_free(fit);
	gsl_rng_free(rng);
}

TEST(clock_step_ends_a_segment_at_its_position)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct clock_bound bounds[2 * CALLS];
	double middle = (double)CALLS / 2 * SPACING;

	for (int sign = -1; sign <= 1; sign += 2) {
		const struct injected clock = {
			.offset = 1000, .drift = 5e-6, .step = sign * 2e-4 * HZ,
		};
		struct clock_bounds *fit;

		add_calls(rng, &clock, bounds);
		fit = clock_bounds_fit(bounds, 2 * CALLS);
		assert_int_equal(fit->count, 2);
		assert_true(fit->stretches[0].end < clock_reading(&clock, middle));
		assert_true(fit->stretches[1].begin >= clock_reading(&clock, middle));
		assert_true(fit->stretches[1].begin - fit->stretches[0].end < 3 * SPACING);
		for (size_t i = 0; i <= 1000; i++)
			assert_true(holds(fit, &clock, (double)i / 1000 * CALLS * SPACING));
		clock_bounds_free(fit);
	}
	gsl_rng_free(rng);
}

TEST(one_way_messages_bound_one_side)
{
	struct clock_bound bounds[] = {{1000, 50, true}, {3000, 40, true}};
	struct clock_bounds *fit = clock_bounds_fit(bounds, 2);
	struct clock_range range = clock_range_at(fit, 3000);

	assert_int_equal(fit->count, 1);
	assert_true(isinf(range.low) && range.low < 0);
	assert_true(fabs(range.high - 41) < 1e-9);
	clock_bounds_free(fit);
}

TEST(tightest_bounds_at_one_time_count)
{
	struct clock_bound bounds[] = {
		{1000, 50, true}, {1000, 20, true}, {1000, 10, false}, {1000, -5, false},
	};
	struct clock_bounds *fit = clock_bounds_fit(bounds, 4);
	struct clock_range range = clock_range_at(fit, 1000);

	assert_int_equal(fit->count, 1);
	assert_true(fabs(range.low - 9) < 1e-9 && fabs(range.high - 21) < 1e-9);
	clock_bounds_free(fit);
}

/* The messages are in any order. */
TEST(bounds_widen_far_from_messages)
{
	struct clock_bound bounds[] = {
		{1000000, -10, false}, {0, 10, true}, {1000000, 10, true}, {0, -10, false},
	};
	struct clock_bounds *fit = clock_bounds_fit(bounds, 4);
	struct clock_range near = clock_range_at(fit, 500000);
	struct clock_range far = clock_range_at(fit, 3000000);

	assert_true(fabs(near.high - 11) < 1e-6 && fabs(near.low + 11) < 1e-6);
	assert_true(fabs(far.high - 55) < 1e-3 && fabs(far.low + 55) < 1e-3);
	clock_bounds_free(fit);
}

TEST(no_messages_give_no_bounds)
{
	struct clock_bounds *fit = clock_bounds_fit(NULL, 0);

	assert_int_equal(fit->count, 0);
	assert_true(isinf(clock_range_at(fit, 1).low) && isinf(clock_range_at(fit, 1).high));
	clock_bounds_free(fit);
}
