/* SPDX-License-Identifier: MIT */
/* Time formats of the real-time clock: BCD or binary, 12 or 24 hours. No hardware access. */
#ifndef KERNEL_DEV_RTC_FORMAT_H
#define KERNEL_DEV_RTC_FORMAT_H

#include <stdint.h>

#include "lib/utc_time.h"

/* Format bits of register B. MC146818A data sheet, "Register B". */
#define RTC_FORMAT_24_HOURS (1u << 1)
#define RTC_FORMAT_BINARY (1u << 2)

#define RTC_DAY_SECONDS 86400u

struct rtc_time {
	uint8_t hour, minute, second;   /* raw register values */
};

/* The registers of a date. century is -1 if the clock has no such register. */
struct rtc_date {
	uint8_t day, month, year;
	int century;
};

/* The second of the day, or -EINVAL for an invalid time of day. */
int32_t rtc_decode(struct rtc_time time, uint8_t format);

/* Encode second_of_day, which must be below RTC_DAY_SECONDS. */
struct rtc_time rtc_encode(uint32_t second_of_day, uint8_t format);

/* The date with the time of day second_of_day. An invalid number becomes 0. Without a century, the
 * year is from 2000 to 2099. */
struct utc_time rtc_decode_date(struct rtc_date date, uint8_t format, uint32_t second_of_day);

#endif
