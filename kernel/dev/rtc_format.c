/* SPDX-License-Identifier: MIT */
/* The real-time clock's formats. MC146818A data sheet, "Time, Calendar, and Alarm Locations". */
#include "kernel/dev/rtc_format.h"

#include "lib/text/errno.h"

#define HOUR_PM (1u << 7)
#define DEFAULT_CENTURY 20
#define NOT_A_NUMBER 255                /* above every valid hour, minute and second */

static uint8_t decode_number(uint8_t value, uint8_t format)
{
	if ((format & RTC_FORMAT_BINARY) != 0)
		return value;
	if ((value & 15) > 9 || value >> 4 > 9)
		return NOT_A_NUMBER;
	return (uint8_t)((value >> 4) * 10 + (value & 15));
}

static uint8_t encode_number(uint32_t value, uint8_t format)
{
	if ((format & RTC_FORMAT_BINARY) != 0)
		return (uint8_t)value;
	return (uint8_t)(value / 10 << 4 | value % 10);
}

/* Decode the hour. In the format with 12 hours, the first hour is encoded as 12. */
static uint8_t decode_hour(uint8_t value, uint8_t format)
{
	uint8_t hour;

	if ((format & RTC_FORMAT_24_HOURS) != 0)
		return decode_number(value, format);
	hour = decode_number(value & (uint8_t)~HOUR_PM, format);
	if (hour < 1 || hour > 12)
		return NOT_A_NUMBER;
	return (uint8_t)(hour % 12 + ((value & HOUR_PM) != 0 ? 12 : 0));
}

static uint8_t encode_hour(uint32_t hour, uint8_t format)
{
	if ((format & RTC_FORMAT_24_HOURS) != 0)
		return encode_number(hour, format);
	return (uint8_t)(encode_number((hour + 11) % 12 + 1, format) | (hour >= 12 ? HOUR_PM : 0));
}

int32_t rtc_decode(struct rtc_time time, uint8_t format)
{
	uint8_t hour = decode_hour(time.hour, format);
	uint8_t minute = decode_number(time.minute, format);
	uint8_t second = decode_number(time.second, format);

	if (hour >= 24 || minute >= 60 || second >= 60)
		return -EINVAL;
	return (hour * 60 + minute) * 60 + second;
}

/* Decode a day, month or part of a year. An invalid one becomes 0. */
static uint32_t decode_part(uint8_t value, uint8_t format)
{
	uint8_t number = decode_number(value, format);

	return number < 100 ? number : 0;
}

struct utc_time rtc_decode_date(struct rtc_date date, uint8_t format, uint32_t second_of_day)
{
	uint32_t century = date.century >= 0 ? decode_part((uint8_t)date.century, format) : 0;

	return (struct utc_time){
		.year = (century != 0 ? century : DEFAULT_CENTURY) * 100 +
			decode_part(date.year, format),
		.month = decode_part(date.month, format),
		.day = decode_part(date.day, format),
		.hour = second_of_day / 3600,
		.minute = second_of_day / 60 % 60,
		.second = second_of_day % 60,
	};
}

struct rtc_time rtc_encode(uint32_t second_of_day, uint8_t format)
{
	return (struct rtc_time){
		.hour = encode_hour(second_of_day / 3600, format),
		.minute = encode_number(second_of_day / 60 % 60, format),
		.second = encode_number(second_of_day % 60, format),
	};
}
