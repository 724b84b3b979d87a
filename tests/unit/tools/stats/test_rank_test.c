/* SPDX-License-Identifier: MIT */
/* The rank test, checked against manual results and SciPy. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <math.h>

#include "tools/stats/rank_runs.h"
#include "tools/stats/rank_test.h"
#include "tools/stats/t_test.h"

static struct rank_test rank_test_of(const double *base, size_t base_count, const double *other,
				     size_t other_count)
{
	return rank_test(&(struct values){base, base_count}, &(struct values){other, other_count});
}

static void assert_near(double value, double expected, double part)
{
	assert_true(fabs(value - expected) <= part * expected);
}

/* One of the 252 ways to choose 5 of 10 is as extreme on either side. */
TEST(separated_sets_have_the_minimum_p)
{
	static const double base[] = {1, 2, 3, 4, 5}, other[] = {6, 7, 8, 9, 10};
	struct rank_test test = rank_test_of(base, 5, other, 5);

	assert_near(test.p, 2.0 / 252, 1e-12);
	assert_near(rank_test_least_p(5, 5), 2.0 / 252, 1e-12);
	assert_true(test.delta == 1);
	assert_true(rank_test_of(other, 5, base, 5).delta == -1);
}

TEST(rank_test_of_equal_sets_finds_no_difference)
{
	static const double same[] = {7, 7, 7, 7};
	struct rank_test test = rank_test_of(same, 4, same, 4);

	assert_true(test.p == 1 && test.delta == 0);
}

/* Two of {1, 2, 2, 3} are drawn. 1 and 2 (two ways) are as extreme as 2 and 3 (two ways). The other
 * two of the six ways are in the middle. */
TEST(tied_ranks_are_counted_exactly)
{
	static const double base[] = {1, 2}, other[] = {2, 3};
	struct rank_test test = rank_test_of(base, 2, other, 2);

	assert_near(test.p, 4.0 / 6, 1e-12);
	assert_near(test.delta, 0.75, 1e-12);
}

/* Values of scipy.stats.mannwhitneyu(method="asymptotic"). */
TEST(many_values_use_the_normal_approximation)
{
	double base[20], other[20];

	for (size_t i = 0; i < 20; i++) {
		base[i] = (double)(i / 2);
		other[i] = (double)(i / 2 + 2);
	}
	assert_near(rank_test_of(base, 20, other, 20).p, 0.05216774711, 1e-9);
}

/* Both sides of the limit, with SciPy's values. With one more value, the exact p is 0.0330. */
TEST(normal_approximation_follows_the_exact_values_at_the_limit)
{
	double base[16], other[16];

	for (size_t i = 0; i < 16; i++) {
		base[i] = (double)i;
		other[i] = (double)i + 4.5;
	}
	assert_near(rank_test_of(base, 15, other, 15).p, 0.016431722219, 1e-9);
	assert_near(rank_test_of(base, 16, other, 15).p, 0.034449283334, 1e-9);
}

/* By the complementary error function, of sets that do not overlap. */
TEST(minimum_p_of_large_sets_is_approximate)
{
	double base[16], other[20];

	for (size_t i = 0; i < COUNT(base); i++)
		base[i] = (double)i;
	for (size_t i = 0; i < COUNT(other); i++)
		other[i] = 100 + (double)i;
	assert_near(rank_test_least_p(16, 20), rank_test_of(base, 16, other, 20).p, 1e-12);
	assert_near(rank_test_least_p(16, 20), 3.81833415728e-7, 1e-9);
	assert_near(rank_test_least_p(15, 15), 2 / 155117520.0, 1e-12);
	assert_true(rank_test_least_p(1, 1) == 1);
}

TEST(many_equal_values_have_no_difference)
{
	double same[20];

	for (size_t i = 0; i < COUNT(same); i++)
		same[i] = 7;
	assert_true(rank_test_of(same, 20, same, 20).p == 1);
}

TEST(corrected_probability_is_at_most_1)
{
	double p[] = {0.6, 0.7, 0.01};

	holm_correct(p, COUNT(p));
	assert_true(p[0] == 1 && p[1] == 1 && fabs(p[2] - 0.03) < 1e-12);
	holm_correct(NULL, 0);
}

TEST(holm_multiplies_by_the_number_of_remaining_tests)
{
	double p[] = {0.04, 0.01, 0.03, 0.5};
	static const double corrected[] = {0.09, 0.04, 0.09, 0.5};

	holm_correct(p, COUNT(p));
	for (size_t i = 0; i < COUNT(p); i++)
		assert_near(p[i], corrected[i], 1e-12);
}

/* One run on each side: samples. Two of the 252 ways to choose 5 of 10 are as extreme. */
TEST(samples_of_single_runs_are_ranked)
{
	static const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10};
	static const struct sample_run base = {low, 5}, other = {high, 5};
	struct rank_runs ranks;

	rank_runs(&(struct sample_runs){&base, 1}, &(struct sample_runs){&other, 1}, &ranks);
	assert_near(ranks.test.p, 2.0 / 252, 1e-12);
	assert_true(ranks.base.n == 5 && ranks.base.median == 3);
	assert_true(ranks.other.n == 5 && ranks.other.median == 8);
}

/* One value in four is as extreme on either side. */
TEST(medians_of_several_runs_are_ranked)
{
	static const double low[] = {1, 2, 100}, middle[] = {3, 4, 5, 6}, high[] = {0, 9, 9};
	static const struct sample_run runs[] = {{low, 3}, {middle, 4}, {high, 3}};
	static const double least[] = {0, 1, 50};
	static const struct sample_run base = {least, 3};
	struct rank_runs ranks;

	rank_runs(&(struct sample_runs){&base, 1}, &(struct sample_runs){runs, 3}, &ranks);
	assert_near(ranks.test.p, 2.0 / 4, 1e-12);
	assert_true(ranks.base.n == 1 && ranks.base.median == 1);
	assert_true(ranks.other.n == 3 && ranks.other.min == 2 && ranks.other.median == 4.5 &&
		    ranks.other.max == 9);
}

/* ---- Shift ---- */

/* Of four values a side, one difference of 16 at either end. */
TEST(shifts_are_differences_of_pairs)
{
	static const double base[] = {1, 2, 3, 4}, other[] = {11, 12, 13, 24};
	double low, high;

	assert_true(rank_shift(&(struct values){base, 4}, &(struct values){other, 4}, &low, &high));
	assert_true(low == 7 && high == 23);
}

TEST(three_values_a_side_have_no_interval)
{
	static const double values[] = {1, 2, 3};
	const struct values side = {values, 3};
	double low, high;

	assert_false(rank_shift(&side, &side, &low, &high));
}

/* Both for an exact p, and for the approximation. */
TEST(interval_excludes_0_if_the_test_finds_a_difference)
{
	static const size_t sizes[] = {4, 5, 8, 15, 40};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	size_t found = 0;

	for (size_t i = 0; i < COUNT(sizes); i++) {
		for (size_t j = 0; j < 40; j++) {
			double base[40], other[40];
			const struct values sides[] = {{base, sizes[i]}, {other, sizes[i]}};
			double low, high;

			for (size_t k = 0; k < sizes[i]; k++) {
				base[k] = gsl_ran_gaussian(rng, 1);
				other[k] = gsl_ran_gaussian(rng, 1) + (double)j / 20;
			}
			assert_true(rank_shift(&sides[0], &sides[1], &low, &high));
			found += low > 0 || high < 0;
			assert_true((low > 0 || high < 0) ==
				    (rank_test(&sides[0], &sides[1]).p <= 0.05));
		}
	}
	assert_true(found > 40);
	gsl_rng_free(rng);
}

/* By hand: means of 2 and 5, two within each set, so t is 3 / sqrt(4 / 4 * 2 / 3) = 3.674 with four
 * degrees of freedom; p by R's pt(). */
TEST(t_test_takes_the_variance_within_each_set)
{
	static const double base[] = {1, 2, 3}, other[] = {4, 5, 6};
	const struct values low = {base, 3}, high = {other, 3}, one = {base, 1}, two = {other, 1};

	assert_near(t_test(&low, &high), 0.0213117, 1e-5);
	assert_near(t_test(&high, &low), 0.0213117, 1e-5);
	assert_true(t_test(&low, &low) == 1);
	assert_true(t_test(&one, &two) == 1);
	assert_true(t_test(&one, &high) < 0.2 && t_test(&one, &high) > 0.02);
}

TEST(t_test_of_two_constants_is_certain)
{
	static const double base[] = {7, 7}, other[] = {8, 8};

	assert_true(t_test(&(struct values){base, 2}, &(struct values){other, 2}) == 0);
}
