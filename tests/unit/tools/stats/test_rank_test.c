/* SPDX-License-Identifier: MIT */
/* The rank test against values worked out by hand and by another program. */
#include "tests/unit/unit.h"

#include <math.h>

#include "tools/stats/rank_test.h"

static struct rank_test test_of(const double *base, size_t base_count, const double *other,
				size_t other_count)
{
	return rank_test(&(struct values){base, base_count}, &(struct values){other, other_count});
}

static void assert_near(double value, double expected, double part)
{
	assert_true(fabs(value - expected) <= part * expected);
}

/* Of the 252 ways to choose 5 of 10, one is as extreme on either side. */
TEST(sets_apart_have_the_least_p)
{
	static const double base[] = {1, 2, 3, 4, 5}, other[] = {6, 7, 8, 9, 10};
	struct rank_test test = test_of(base, 5, other, 5);

	assert_near(test.p, 2.0 / 252, 1e-12);
	assert_near(rank_test_least_p(5, 5), 2.0 / 252, 1e-12);
	assert_true(test.delta == 1);
	assert_true(test_of(other, 5, base, 5).delta == -1);
}

TEST(equal_sets_do_not_differ)
{
	static const double same[] = {7, 7, 7, 7};
	struct rank_test test = test_of(same, 4, same, 4);

	assert_true(test.p == 1 && test.delta == 0);
}

/* Of {1, 2, 2, 3} two are drawn: 1 and 2 (two ways) is as far out as 2 and 3 (two ways); the other
 * two of the six ways are in the middle. */
TEST(ties_are_counted_exactly)
{
	static const double base[] = {1, 2}, other[] = {2, 3};
	struct rank_test test = test_of(base, 2, other, 2);

	assert_near(test.p, 4.0 / 6, 1e-12);
	assert_near(test.delta, 0.75, 1e-12);
}

/* As scipy.stats.mannwhitneyu(method="asymptotic") has it. */
TEST(many_values_are_judged_by_the_normal_distribution)
{
	double base[20], other[20];

	for (size_t i = 0; i < 20; i++) {
		base[i] = (double)(i / 2);
		other[i] = (double)(i / 2 + 2);
	}
	assert_near(test_of(base, 20, other, 20).p, 0.05216774711, 1e-9);
}

/* On both sides of the limit, as scipy has them; with one value more the exact p is 0.0330. */
TEST(the_approximation_takes_over_from_the_exact_value)
{
	double base[16], other[16];

	for (size_t i = 0; i < 16; i++) {
		base[i] = (double)i;
		other[i] = (double)i + 4.5;
	}
	assert_near(test_of(base, 15, other, 15).p, 0.016431722219, 1e-9);
	assert_near(test_of(base, 16, other, 15).p, 0.034449283334, 1e-9);
}

TEST(holm_multiplies_by_the_tests_that_are_left)
{
	double p[] = {0.04, 0.01, 0.03, 0.5};
	static const double corrected[] = {0.09, 0.04, 0.09, 0.5};

	holm_correct(p, COUNT(p));
	for (size_t i = 0; i < COUNT(p); i++)
		assert_near(p[i], corrected[i], 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_apart_have_the_least_p),
		cmocka_unit_test(equal_sets_do_not_differ),
		cmocka_unit_test(ties_are_counted_exactly),
		cmocka_unit_test(many_values_are_judged_by_the_normal_distribution),
		cmocka_unit_test(the_approximation_takes_over_from_the_exact_value),
		cmocka_unit_test(holm_multiplies_by_the_tests_that_are_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
