/* SPDX-License-Identifier: MIT */
/* include/bareline_coarse.h: its interval against the host tool's, its estimates with a simulated
 * clock, and a program of Linux with CLOCK_REALTIME_COARSE. */
#include "tests/unit/unit.h"

#include <math.h>
#include <time.h>

#include "include/bareline_coarse.h"
#include "lib/rng.h"
#include "linux/clock.h"
#include "tools/stats/proportion.h"

#define STEP_NS 1000000u
#define READ_NS 1000u

/* A simulated clock, which each read advances. */
static uint64_t now_ns;
static struct bareline_coarse coarse;
static struct rng rng;

static uint64_t read_simulated(void *context)
{
	(void)context;
	now_ns += READ_NS;
	return now_ns - now_ns % STEP_NS;
}

static void begin(void)
{
	now_ns = 12345;
	rng_seed(&rng, 11);
	bareline_coarse_begin(&coarse, read_simulated, NULL);
}

static void operate(uint64_t ns)
{
	uint64_t begin_units = bareline_coarse_start(&coarse);

	now_ns += ns;
	bareline_coarse_stop(&coarse, begin_units);
}

TEST(intervals_are_those_of_the_host_tool)
{
	static const struct {
		uint64_t seen, trials;
	} all[] = {{0, 1}, {1, 1}, {0, 50}, {50, 50}, {3, 1000}, {911, 100000}, {99990, 100000},
		   {500, 1000}};

	for (size_t i = 0; i < COUNT(all); i++) {
		struct bareline_coarse_estimate estimate = bareline_coarse_estimate_of(
			all[i].trials, all[i].seen, all[i].seen * STEP_NS, STEP_NS);
		double low, high;

		if (all[i].seen == all[i].trials)
			continue;       /* whole steps; see below */
		proportion_bound(all[i].seen, all[i].trials, BARELINE_COARSE_TAIL, &low, &high);
		assert_true(fabs(estimate.low / STEP_NS - low) <= 1e-9);
		assert_true(fabs(estimate.high / STEP_NS - high) <= 1e-9);
	}
}

/* A step in each operation is one step at most, or at least one less by chance. */
TEST(operations_that_all_see_a_step_have_an_interval_around_it)
{
	struct bareline_coarse_estimate estimate = bareline_coarse_estimate_of(
		50, 50, 50 * (uint64_t)STEP_NS, STEP_NS);
	double low, high;

	proportion_bound(50, 50, BARELINE_COARSE_TAIL, &low, &high);
	assert_true(fabs(estimate.low / STEP_NS - low) <= 1e-9);
	proportion_bound(0, 50, BARELINE_COARSE_TAIL, &low, &high);
	assert_true(fabs(estimate.high / STEP_NS - 1 - high) <= 1e-9);
}

TEST(step_of_the_clock_is_found)
{
	begin();
	assert_int_equal(coarse.step, STEP_NS);
	assert_int_equal(coarse.reads_per_step, STEP_NS / READ_NS);
}

/* How many of 100 runs of operations at random phases have an interval with the truth. */
static int count_covered(uint64_t operation_ns)
{
	int covered = 0;

	for (uint64_t seed = 0; seed < 100; seed++) {
		struct bareline_coarse_estimate estimate;

		begin();
		rng_seed(&rng, seed);
		for (int i = 0; i < 3000; i++) {
			now_ns += rng_below(&rng, 2 * STEP_NS);
			operate(operation_ns);
		}
		estimate = bareline_coarse_estimate(&coarse);
		assert_false(coarse.is_locked);
		assert_int_equal(estimate.operations, 3000);
		/* Each operation contains one read of the clock. */
		covered += estimate.low <= (double)operation_ns + READ_NS &&
			   (double)operation_ns + READ_NS <= estimate.high;
	}
	return covered;
}

TEST(intervals_contain_the_mean_of_operations_at_random_phases)
{
	assert_true(count_covered(10000) >= 90);
	assert_true(count_covered(3300000) >= 90);
}

/* Without the repair no operation sees a step. */
TEST(operations_locked_to_the_step_are_found_and_repaired)
{
	struct bareline_coarse_estimate estimate;

	begin();
	for (int i = 0; i < 50000; i++) {
		now_ns += STEP_NS - now_ns % STEP_NS + 100;
		operate(10000);
	}
	estimate = bareline_coarse_estimate(&coarse);
	assert_true(coarse.is_locked);
	assert_true(estimate.operations < 50000 && estimate.operations > 48000);
	assert_true(estimate.low <= 10000 + READ_NS && 10000 + READ_NS <= estimate.high);
	assert_true(estimate.low > 5000);
}

TEST(classic_estimate_is_within_a_step)
{
	struct bareline_coarse_estimate estimate =
		bareline_coarse_classic(5000000, 925000000, 100000, STEP_NS);

	assert_true(fabs(estimate.mean - 9200) < 1e-9);
	assert_true(fabs(estimate.high - estimate.low - 20) < 1e-9);
	assert_int_equal(estimate.seen, 920);
}

TEST(no_operations_have_no_estimate)
{
	assert_true(bareline_coarse_estimate_of(0, 0, 0, STEP_NS).high <= 0);
	assert_true(bareline_coarse_classic(0, 0, 0, STEP_NS).high <= 0);
}

/* ---- A program of Linux ---- */

static uint64_t read_linux(void *context)
{
	(void)context;
	return clock_ns(CLOCK_REALTIME_COARSE);
}

/* The truth is the sum of the same intervals by a fine clock. The interval excludes it in one of 20
 * runs, and four times the interval in less than one of 10^12. */
TEST(program_of_linux_measures_with_its_coarse_clock)
{
	struct bareline_coarse_estimate estimate;
	uint64_t truth_ns = 0;

	rng_seed(&rng, 3);
	bareline_coarse_begin(&coarse, read_linux, NULL);
	for (int i = 0; i < 2000; i++) {
		uint64_t random_ns = rng_below(&rng, 100000), before = coarse.operations;
		uint64_t begin_units = bareline_coarse_start(&coarse);
		uint64_t begin_ns = clock_ns(CLOCK_MONOTONIC), end_ns;

		do
			end_ns = clock_ns(CLOCK_MONOTONIC);
		while (end_ns - begin_ns < 20000);
		bareline_coarse_stop(&coarse, begin_units);
		truth_ns = (coarse.operations > before ? truth_ns : 0) + end_ns - begin_ns;
		while (clock_ns(CLOCK_MONOTONIC) - end_ns < random_ns)
			;
	}
	estimate = bareline_coarse_estimate(&coarse);
	assert_true(estimate.operations > 900);
	assert_true(fabs(estimate.mean - (double)truth_ns / (double)estimate.operations) <=
		    4 * (estimate.high - estimate.low));
}
