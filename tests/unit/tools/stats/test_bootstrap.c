/* SPDX-License-Identifier: MIT */
/* Bootstrap intervals contain the true value at the stated rate. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>

#include "tools/stats/bootstrap.h"

#define TRIALS (unit_trials(100, 200))
#define RUNS_MAX 8
#define SAMPLES 25

/* A machine with this value, plus variation between runs and between samples. */
struct machine {
	double value, run_sigma, sample_sigma;
	double values[RUNS_MAX * SAMPLES];
	struct sample_run runs[RUNS_MAX];
};

static void run_machine(struct machine *machine, size_t runs, gsl_rng *rng)
{
	for (size_t i = 0; i < runs; i++) {
		double *values = &machine->values[i * SAMPLES];
		double middle = machine->value + gsl_ran_gaussian(rng, machine->run_sigma);

		for (size_t j = 0; j < SAMPLES; j++)
			values[j] = middle + gsl_ran_gaussian(rng, machine->sample_sigma);
		gsl_sort(values, 1, SAMPLES);
		machine->runs[i] = (struct sample_run){values, SAMPLES};
	}
}

/* All samples as those of one run. */
static void pool(struct machine *machine, size_t runs)
{
	gsl_sort(machine->values, 1, runs * SAMPLES);
	machine->runs[0] = (struct sample_run){machine->values, runs * SAMPLES};
}

struct coverage {
	unsigned difference, ratio;     /* trials whose interval contains the true value */
};

static struct coverage cover(size_t runs, double run_sigma, bool pooled)
{
	static struct machine base = {.value = 100, .sample_sigma = 5};
	static struct machine other = {.value = 300, .sample_sigma = 5};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	struct coverage coverage = {0};

	base.run_sigma = other.run_sigma = run_sigma;
	for (size_t i = 0; i < TRIALS; i++) {
		struct contrast contrast;
		size_t count = pooled ? 1 : runs;

		run_machine(&base, runs, rng);
		run_machine(&other, runs, rng);
		if (pooled) {
			pool(&base, runs);
			pool(&other, runs);
		}
		bootstrap_contrast(&(struct sample_runs){base.runs, count},
				   &(struct sample_runs){other.runs, count}, &contrast);
		coverage.difference += contrast.difference.low <= 200 &&
			200 <= contrast.difference.high;
		coverage.ratio += contrast.has_ratio && contrast.ratio.low <= 3 &&
			3 <= contrast.ratio.high;
	}
	gsl_rng_free(rng);
	return coverage;
}

/* At 95 %. Fewer than 182 of 200 or more than 198 have a probability of about 1 %. */
static void assert_stated_rate(unsigned covered)
{
	assert_uint_in_range(covered, TRIALS * 91 / 100, TRIALS - 1);
}

TEST(intervals_over_runs_contain_the_true_value_at_the_stated_rate)
{
	struct coverage coverage = cover(8, 5, false);

	assert_stated_rate(coverage.difference);
	assert_stated_rate(coverage.ratio);
}

TEST(intervals_of_one_run_contain_the_true_value_if_runs_are_equal)
{
	struct coverage coverage = cover(1, 0, false);

	assert_stated_rate(coverage.difference);
	assert_stated_rate(coverage.ratio);
}

/* This is why the bootstrap resamples runs first. */
TEST(intervals_of_pooled_samples_of_several_runs_are_too_narrow)
{
	assert_uint_in_range(cover(8, 5, true).difference, 0, TRIALS * 70 / 100);
}

/* Of four samples with one 1, the number of ones in a resample is binomial: of 256 resamples, 189
 * have a median of 0, 54 of one half, and 13 of 1. Of three samples, 20 of 27 have 0. */
TEST(median_is_redrawn_with_the_probabilities_of_all_resamples)
{
	enum {DRAWS = 10000};
	double samples[] = {0, 0, 0, 1};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	unsigned of_four[3] = {0}, of_three[3] = {0};

	for (int i = 0; i < DRAWS; i++) {
		const struct sample_run four = {samples, 4}, three = {samples + 1, 3};

		of_four[(int)(2 * bootstrap_redrawn_median(&four, rng))]++;
		of_three[(int)(2 * bootstrap_redrawn_median(&three, rng))]++;
	}
	gsl_rng_free(rng);
	/* Four standard deviations are at most 200. */
	assert_uint_in_range(of_four[0], DRAWS * 189 / 256 - 200, DRAWS * 189 / 256 + 200);
	assert_uint_in_range(of_four[1], DRAWS * 54 / 256 - 200, DRAWS * 54 / 256 + 200);
	assert_uint_in_range(of_four[2], DRAWS * 13 / 256 - 200, DRAWS * 13 / 256 + 200);
	assert_uint_in_range(of_three[0], DRAWS * 20 / 27 - 200, DRAWS * 20 / 27 + 200);
	assert_int_equal(of_three[1], 0);
}

TEST(metric_is_the_median_of_run_medians)
{
	double first[] = {1, 2, 30}, second[] = {4, 5, 6}, third[] = {100, 100, 100, 200};
	struct sample_run runs[] = {{first, 3}, {second, 3}, {third, 4}};

	assert_true(bootstrap_median(&(struct sample_runs){runs, 3}) == 5);
	assert_true(bootstrap_median(&(struct sample_runs){runs, 2}) == 3.5);
}

static void assert_point(const struct estimate *estimate, double value)
{
	assert_true(estimate->value == value && estimate->low == value && estimate->high == value);
}

TEST(equal_samples_have_an_interval_of_zero_width)
{
	double base[] = {10, 10, 10, 10}, other[] = {25, 25, 25};
	struct sample_run base_run = {base, 4}, other_run = {other, 3};
	struct contrast contrast;

	bootstrap_contrast(&(struct sample_runs){&base_run, 1},
			   &(struct sample_runs){&other_run, 1}, &contrast);
	assert_point(&contrast.difference, 15);
	assert_true(contrast.has_ratio);
	assert_point(&contrast.ratio, 2.5);
}

TEST(no_ratio_to_a_base_that_may_be_zero)
{
	double zero[] = {0, 0, 0}, sometimes[] = {0, 0, 1, 1, 1}, other[] = {5, 5, 5};
	struct sample_run zero_run = {zero, 3}, sometimes_run = {sometimes, 5}, run = {other, 3};
	struct contrast contrast;

	bootstrap_contrast(&(struct sample_runs){&zero_run, 1}, &(struct sample_runs){&run, 1},
			   &contrast);
	assert_false(contrast.has_ratio);
	assert_true(contrast.difference.value == 5);
	bootstrap_contrast(&(struct sample_runs){&sometimes_run, 1}, &(struct sample_runs){&run, 1},
			   &contrast);
	assert_false(contrast.has_ratio);
}
