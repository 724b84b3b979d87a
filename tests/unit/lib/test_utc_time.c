/* SPDX-License-Identifier: MIT */
/* Calendar, seconds and text are compared with the C library's. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <time.h>

#include "lib/utc_time.h"

#define STEP 86413                      /* a day and some seconds, so all times of day occur */
#define BEGIN (-INT64_C(30610224000))     /* 1000-01-01 */
#define END INT64_C(16725225600)        /* 2500-01-01 */

/* Years of four digits. Those before 1970 are not valid times of a machine. */
TEST(seconds_and_calendar_agree_with_the_c_library)
{
	for (int64_t seconds = BEGIN; seconds < END; seconds += STEP) {
		struct utc_time time = utc_time_from_seconds(seconds);
		char text[UTC_TIME_CHARS], expected[UTC_TIME_CHARS];
		time_t now = seconds;
		struct tm fields;

		gmtime_r(&now, &fields);
		strftime(expected, sizeof(expected), "%Y-%m-%dT%H:%M:%SZ", &fields);
		utc_time_text(&time, text);
		assert_string_equal(text, expected);
		assert_int_equal(utc_time_is_valid(&time), seconds >= 0);
		assert_int_equal(utc_time_seconds(&time), seconds);
	}
}

TEST(text_is_read_back)
{
	struct utc_time time;

	assert_true(utc_time_parse("2024-02-29T23:59:58Z", &time));
	assert_int_equal(utc_time_seconds(&time), 1709251198);
	assert_true(utc_time_parse("2000-02-29T00:00:00Z", &time));
	assert_true(utc_time_parse("1970-01-01T00:00:00Z", &time));
	assert_int_equal(utc_time_seconds(&time), 0);
	assert_true(utc_time_parse("9999-12-31T23:59:59Z", &time));
}

static const struct text {
	const char *name;
} wrong[] = {
	{""}, {"2026"}, {"2026-11-27T00:31:07"}, {"2026-11-27T00:31:07Zz"},
	{"2026-11-27 00:31:07Z"}, {"2026-13-27T00:31:07Z"}, {"2026-00-27T00:31:07Z"},
	{"2026-11-31T00:31:07Z"}, {"2025-02-29T00:31:07Z"}, {"2026-11-27T24:00:00Z"},
	{"2026-11-27T00:60:00Z"}, {"2026-11-27T00:31:60Z"}, {"1969-12-31T23:59:59Z"},
	{"2026-11-27T00:31:0xZ"}, {"2026-11-27T00:31:0/Z"}, {"2026-11-27T00:31:0:Z"},
	{"2026-11-00T00:31:07Z"}, {"1900-02-29T00:31:07Z"}, {"2026-04-31T00:31:07Z"},
};

static void other_text_is_refused(void **state)
{
	struct utc_time time;

	assert_false(utc_time_parse(((const struct text *)*state)->name, &time));
}
TEST_CASES(other_text_is_refused, wrong);
