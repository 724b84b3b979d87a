/* SPDX-License-Identifier: MIT */
/* What is called a hang, and what only stood still: looks at made-up times. */
#include "tests/unit/unit.h"

#include "bench/engine/patience.h"

#define LIMIT_MS 10000

static struct patience patience;

static int begin(void **state)
{
	(void)state;
	patience_begin(&patience, LIMIT_MS);
	return 0;
}

TEST(what_runs_on_after_its_limit_hangs_after_two_more_looks)
{
	assert_false(patience_is_over(&patience, 10500, 10500));
	assert_int_equal(patience_next_ms(&patience), PATIENCE_LOOK_MS);
	assert_false(patience_is_over(&patience, 11500, 11500));
	assert_true(patience_is_over(&patience, 12500, 12500));
}

TEST(a_machine_that_stood_still_gets_the_rest_of_its_time)
{
	assert_false(patience_is_over(&patience, 15000, 2000));
	assert_int_equal(patience_next_ms(&patience), 8000);
	assert_false(patience_is_over(&patience, 23000, 10000));
	assert_false(patience_is_over(&patience, 24000, 11000));
	assert_true(patience_is_over(&patience, 25000, 12000));
}

/* Its clock may go on while it stands: the first look after that proves nothing. */
TEST(a_clock_that_went_on_alone_is_not_believed_at_once)
{
	assert_false(patience_is_over(&patience, 100000, 100000));
	assert_false(patience_is_over(&patience, 101000, 101000));
}

TEST(looks_between_which_nothing_ran_do_not_count)
{
	assert_false(patience_is_over(&patience, 10500, 10500));
	for (unsigned i = 1; i <= 20; i++)
		assert_false(patience_is_over(&patience, 10500 + 1000 * i, 10500 + 10 * i));
}

TEST(what_never_runs_is_over_at_last)
{
	unsigned looks = 1;

	while (!patience_is_over(&patience, 10000 * looks, 0) && looks < 2 * PATIENCE_LOOKS_MAX)
		looks++;
	assert_int_equal(looks, PATIENCE_LOOKS_MAX);
}

#define BEGUN(name) cmocka_unit_test_setup(name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BEGUN(what_runs_on_after_its_limit_hangs_after_two_more_looks),
		BEGUN(a_machine_that_stood_still_gets_the_rest_of_its_time),
		BEGUN(a_clock_that_went_on_alone_is_not_believed_at_once),
		BEGUN(looks_between_which_nothing_ran_do_not_count),
		BEGUN(what_never_runs_is_over_at_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
