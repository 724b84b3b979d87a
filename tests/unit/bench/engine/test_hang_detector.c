/* SPDX-License-Identifier: MIT */
/* What is called a hang, and what only stood still: checks at made-up times. */
#include "tests/unit/unit.h"

#include "bench/engine/hang_detector.h"

#define LIMIT_MS 10000
#define CHECKS 5                         /* half as many seconds */

static struct hang_detector hang_detector;

static int begin(void **state)
{
	(void)state;
	hang_detector_begin(&hang_detector, LIMIT_MS);
	return 0;
}

/* How many checks, each a second later, until it is said to hang. */
static unsigned checks_until_expiry(uint64_t elapsed_ms, uint64_t ran_ms)
{
	unsigned checks = 1;

	while (checks < 100 && !hang_detector_expired(&hang_detector, elapsed_ms + 1000 * checks,
						ran_ms + 1000 * checks))
		checks++;
	return checks;
}

TEST(what_runs_on_after_its_limit_hangs_after_half_as_long)
{
	assert_false(hang_detector_expired(&hang_detector, 10500, 10500));
	assert_int_equal(hang_detector_next_check_ms(&hang_detector), HANG_DETECTOR_INTERVAL_MS);
	assert_int_equal(checks_until_expiry(10500, 10500), CHECKS);
}

TEST(a_machine_that_stood_still_gets_the_rest_of_its_time)
{
	assert_false(hang_detector_expired(&hang_detector, 15000, 2000));
	assert_int_equal(hang_detector_next_check_ms(&hang_detector), 8000);
	assert_false(hang_detector_expired(&hang_detector, 23000, 10000));
	assert_int_equal(checks_until_expiry(23000, 10000), CHECKS);
}

/* Its clock may go on while it stands: the first look after that proves nothing. */
TEST(a_clock_that_went_on_alone_is_not_believed_at_once)
{
	assert_false(hang_detector_expired(&hang_detector, 100000, 100000));
	assert_int_equal(checks_until_expiry(100000, 100000), CHECKS);
}

TEST(looks_between_which_nothing_ran_do_not_count)
{
	assert_false(hang_detector_expired(&hang_detector, 10500, 10500));
	for (unsigned i = 1; i <= 20; i++)
		assert_false(hang_detector_expired(&hang_detector, 10500 + 1000 * i,
						   10500 + 10 * i));
}

TEST(what_never_runs_is_over_at_last)
{
	unsigned checks = 1;

	while (!hang_detector_expired(&hang_detector, 10000 * checks, 0) &&
	       checks < 2 * HANG_DETECTOR_IDLE_CHECKS_MAX)
		checks++;
	assert_int_equal(checks, HANG_DETECTOR_IDLE_CHECKS_MAX + 1);
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
