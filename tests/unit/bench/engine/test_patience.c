/* SPDX-License-Identifier: MIT */
/* What is called a hang, and what only stood still: looks at made-up times. */
#include "tests/unit/unit.h"

#include "bench/engine/patience.h"

#define LIMIT_MS 10000
#define LOOKS 5                         /* half as many seconds */

static struct patience patience;

static int begin(void **state)
{
	(void)state;
	patience_begin(&patience, LIMIT_MS);
	return 0;
}

/* How many looks, each a second later, until it is said to hang. */
static unsigned looks_from(uint64_t elapsed_ms, uint64_t ran_ms)
{
	unsigned looks = 1;

	while (looks < 100 && !patience_is_over(&patience, elapsed_ms + 1000 * looks,
						ran_ms + 1000 * looks))
		looks++;
	return looks;
}

TEST(what_runs_on_after_its_limit_hangs_after_half_as_long)
{
	assert_false(patience_is_over(&patience, 10500, 10500));
	assert_int_equal(patience_next_ms(&patience), PATIENCE_LOOK_MS);
	assert_int_equal(looks_from(10500, 10500), LOOKS);
}

TEST(a_machine_that_stood_still_gets_the_rest_of_its_time)
{
	assert_false(patience_is_over(&patience, 15000, 2000));
	assert_int_equal(patience_next_ms(&patience), 8000);
	assert_false(patience_is_over(&patience, 23000, 10000));
	assert_int_equal(looks_from(23000, 10000), LOOKS);
}

/* Its clock may go on while it stands: the first look after that proves nothing. */
TEST(a_clock_that_went_on_alone_is_not_believed_at_once)
{
	assert_false(patience_is_over(&patience, 100000, 100000));
	assert_int_equal(looks_from(100000, 100000), LOOKS);
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

	while (!patience_is_over(&patience, 10000 * looks, 0) &&
	       looks < 2 * PATIENCE_IDLE_LOOKS_MAX)
		looks++;
	assert_int_equal(looks, PATIENCE_IDLE_LOOKS_MAX + 1);
}

#define BEGUN(name) cmocka_unit_test_setup(name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		BEGUN(what_runs_on_after_its_limit_hangs_after_half_as_long),
		BEGUN(a_machine_that_stood_still_gets_the_rest_of_its_time),
		BEGUN(a_clock_that_went_on_alone_is_not_believed_at_once),
		BEGUN(looks_between_which_nothing_ran_do_not_count),
		BEGUN(what_never_runs_is_over_at_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
