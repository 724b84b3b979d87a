/* SPDX-License-Identifier: MIT */
/* Days are counted in years that begin in March, so the leap day is the last one. */
#include "lib/utc_time.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define DAY_SECONDS 86400
#define EPOCH_YEAR 1970
#define EPOCH_DAYS 719468               /* from 0000-03-01 to 1970-01-01 */
#define ERA_YEARS 400                   /* years after which the calendar repeats */
#define ERA_DAYS 146097

static bool is_leap_year(uint32_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % ERA_YEARS == 0;
}

static uint32_t days_of(uint32_t year, uint32_t month)
{
	static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	return days[month - 1] + (uint32_t)(month == 2 && is_leap_year(year));
}

bool utc_time_is_valid(const struct utc_time *time)
{
	return time->year >= EPOCH_YEAR && time->year <= 9999 && time->month >= 1 &&
	       time->month <= 12 && time->day >= 1 &&
	       time->day <= days_of(time->year, time->month) && time->hour < 24 &&
	       time->minute < 60 && time->second < 60;
}

/* Days from 0000-03-01 to the first of March at which a year, counted from March, begins. */
static int64_t days_before_year(int64_t year)
{
	return year * 365 + year / 4 - year / 100 + year / ERA_YEARS;
}

/* Days from the first of March to the first of a month. Months are counted from March. */
static int64_t days_before_month(int64_t month)
{
	return (153 * month + 2) / 5;
}

int64_t utc_time_seconds(const struct utc_time *time)
{
	int64_t month = (time->month + 9) % 12, year = (int64_t)time->year - (month >= 10);
	int64_t days = days_before_year(year) + days_before_month(month) + time->day - 1 -
		       EPOCH_DAYS;

	return days * DAY_SECONDS + (int64_t)time->hour * 3600 + time->minute * 60 + time->second;
}

struct utc_time utc_time_from_seconds(int64_t seconds)
{
	int64_t days = seconds / DAY_SECONDS, rest = seconds % DAY_SECONDS, year, month;

	if (rest < 0) {
		rest += DAY_SECONDS;
		days--;
	}
	days += EPOCH_DAYS;
	year = days * ERA_YEARS / ERA_DAYS;
	while (days_before_year(year + 1) <= days)
		year++;
	while (days_before_year(year) > days)
		year--;
	days -= days_before_year(year);
	month = (5 * days + 2) / 153;
	return (struct utc_time){
		.year = (uint32_t)(year + (month >= 10)),
		.month = (uint32_t)(month < 10 ? month + 3 : month - 9),
		.day = (uint32_t)(days - days_before_month(month) + 1),
		.hour = (uint32_t)(rest / 3600),
		.minute = (uint32_t)(rest / 60 % 60),
		.second = (uint32_t)(rest % 60),
	};
}

void utc_time_text(const struct utc_time *time, char text[UTC_TIME_CHARS])
{
	fmt_buffer(text, UTC_TIME_CHARS, "%04u-%02u-%02uT%02u:%02u:%02uZ", time->year, time->month,
		   time->day, time->hour, time->minute, time->second);
}

bool utc_time_parse(const char *text, struct utc_time *time)
{
	static const char form[] = "0000-11-22T33:44:55Z";
	uint32_t numbers[6] = {0};

	for (size_t i = 0; i < sizeof(form); i++) {
		bool is_digit = text[i] >= '0' && text[i] <= '9';

		if (form[i] < '0' || form[i] > '5' ? text[i] != form[i] : !is_digit)
			return false;
		if (is_digit)
			numbers[form[i] - '0'] = 10 * numbers[form[i] - '0'] +
						 (uint32_t)(text[i] - '0');
	}
	*time = (struct utc_time){numbers[0], numbers[1], numbers[2],
				  numbers[3], numbers[4], numbers[5]};
	return utc_time_is_valid(time);
}
