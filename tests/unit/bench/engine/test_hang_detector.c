/* SPDX-License-Identifier: MIT */
/* Hangs distinguished from stalls, by checks at made-up times. */
#include "tests/unit/unit.h"

#include "bench/engine/hang_detector.h"

#define LIMIT_MS 10000
#define CHECKS 5                         /* half the limit in seconds */

static struct hang_detector hang_detector;

static int begin(void **state)
{
	(void)state;
	hang_detector_begin(&hang_detector, LIMIT_MS);
	return 0;
}

/* Number of checks, a second apart, until expiry. */
static unsigned checks_until_expiry(uint64_t elapsed_ms, uint64_t ran_ms)
{
	unsigned checks = 1;

	while (checks < 100 && !hang_detector_expired(&hang_detector, elapsed_ms + 1000 * checks,
						ran_ms + 1000 * checks))
		checks++;
	return checks;
}

TEST_WITH(running_call_expires_after_half_the_limit_of_further_checks, begin, NULL)
{
	assert_false(hang_detector_expired(&hang_detector, 10500, 10500));
	assert_int_equal(hang_detector_next_check_ms(&hang_detector), HANG_DETECTOR_INTERVAL_MS);
	assert_int_equal(checks_until_expiry(10500, 10500), CHECKS);
}

TEST_WITH(stalled_machine_gets_its_remaining_time, begin, NULL)
{
	assert_false(hang_detector_expired(&hang_detector, 15000, 2000));
	assert_int_equal(hang_detector_next_check_ms(&hang_detector), 8000);
	assert_false(hang_detector_expired(&hang_detector, 23000, 10000));
	assert_int_equal(checks_until_expiry(23000, 10000), CHECKS);
}

/* The clock may advance while the machine is stopped, so the first check after a stop proves
 * nothing. */
TEST_WITH(one_check_past_the_limit_does_not_expire, begin, NULL)
{
	assert_false(hang_detector_expired(&hang_detector, 100000, 100000));
	assert_int_equal(checks_until_expiry(100000, 100000), CHECKS);
}

TEST_WITH(checks_that_saw_nothing_run_do_not_count, begin, NULL)
{
	assert_false(hang_detector_expired(&hang_detector, 10500, 10500));
	for (unsigned i = 1; i <= 20; i++)
		assert_false(hang_detector_expired(&hang_detector, 10500 + 1000 * i,
						   10500 + 10 * i));
}

TEST_WITH(call_that_never_runs_expires_at_last, begin, NULL)
{
	unsigned checks = 1;

	while (!hang_detector_expired(&hang_detector, 10000 * checks, 0) &&
	       checks < 2 * HANG_DETECTOR_IDLE_CHECKS_MAX)
		checks++;
	assert_int_equal(checks, HANG_DETECTOR_IDLE_CHECKS_MAX + 1);
}
