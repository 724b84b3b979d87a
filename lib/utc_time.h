/* SPDX-License-Identifier: MIT */
/* Dates and times in UTC, as clocks of machines state them. Such clocks may be wrong by decades. */
#ifndef LIB_UTC_TIME_H
#define LIB_UTC_TIME_H

#include <stdbool.h>
#include <stdint.h>

#define UTC_TIME_CHARS 21               /* "2026-11-27T00:31:07Z" and '\0' */

/* A clock with a year outside of these was never set, or has lost its battery. */
#define UTC_YEAR_MIN 2020
#define UTC_YEAR_MAX 2099

struct utc_time {
	uint32_t year, month, day, hour, minute, second;
};

/* Whether the time is a date and time of the calendar, of any year from 1970. */
bool utc_time_is_valid(const struct utc_time *time);

/* Convert a valid time to seconds since 1970, and back. Leap seconds are ignored. */
int64_t utc_time_seconds(const struct utc_time *time);
struct utc_time utc_time_from_seconds(int64_t seconds);

/* Write the time in the format of RFC 3339, "Internet Date/Time Format". The year must have four
 * digits. */
void utc_time_text(const struct utc_time *time, char text[UTC_TIME_CHARS]);

/* Read a text of the form that utc_time_text() writes. Returns false for any other text. */
bool utc_time_parse(const char *text, struct utc_time *time);

#endif
