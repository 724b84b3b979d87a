/* SPDX-License-Identifier: MIT */
/* Which time dates a run, and which clocks are reported. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#include "tools/results/run_time.h"

#define STORED "2026-11-27T12:00:00Z"

static const struct time_case {
	const char *name, *made, *problem;      /* of the target */
	bool is_live;
	bool is_possible;
	const char *report;                     /* its beginning; NULL: none */
} time_cases[] = {
	{"same_time", STORED, NULL, true, true, NULL},
	{"local_time_ahead", "2026-11-28T02:00:00Z", NULL, true, true, NULL},
	{"local_time_behind", "2026-11-27T00:00:00Z", NULL, true, true, NULL},
	{"exactly_a_day_ahead", "2026-11-28T12:00:00Z", NULL, false, true, NULL},
	{"more_than_a_day_ahead", "2026-11-28T12:00:01Z", NULL, false, false,
	 "the target's clock is wrong: it shows 2026-11-28T12:00:01Z, 1 days after"},
	{"live_a_day_behind", "2026-11-26T12:00:00Z", NULL, true, true,
	 "check the target's clock: it shows 2026-11-26T12:00:00Z, 1 days before"},
	{"collected_a_day_later", "2026-11-26T12:00:00Z", NULL, false, true, NULL},
	{"collected_almost_a_year_later", "2025-11-27T12:00:01Z", NULL, false, true, NULL},
	{"collected_a_year_later", "2025-11-27T12:00:00Z", NULL, false, true,
	 "check the target's clock: it shows 2025-11-27T12:00:00Z, 365 days before"},
	{"unset_clock", NULL, "the clock is not set", false, false,
	 "the target states no time: the clock is not set"},
	{"log_of_an_earlier_version", NULL, NULL, false, false, NULL},
};

static void clock_is_checked_against_that_of_the_host(void **state)
{
	const struct time_case *one = *state;
	const struct identity identity = {.made = one->made, .made_problem = one->problem};
	char *report = run_time_problem(&identity, STORED, one->is_live);

	assert_int_equal(run_time_is_possible(&identity, STORED), one->is_possible);
	if (one->report == NULL)
		assert_null(report);
	else
		assert_memory_equal(report, one->report, strlen(one->report));
	free(report);
}
TEST_CASES(clock_is_checked_against_that_of_the_host, time_cases);
