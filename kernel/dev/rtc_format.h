/* SPDX-License-Identifier: MIT */
/* How the real-time clock writes a time: decimal or binary, 12 or 24 hours. Pure code, tested
 * natively. */
#ifndef KERNEL_DEV_RTC_FORMAT_H
#define KERNEL_DEV_RTC_FORMAT_H

#include <stdint.h>

/* Bits of register B that say so. MC146818A data sheet, "Register B". */
#define RTC_FORMAT_24_HOURS (1u << 1)
#define RTC_FORMAT_BINARY (1u << 2)

#define RTC_DAY_SECONDS 86400u

struct rtc_time {
	uint8_t hour, minute, second;   /* as the clock's registers hold them */
};

/* The second of the day, or -EINVAL if that is no time in this format. */
int32_t rtc_decode(struct rtc_time time, uint8_t format);

/* second_of_day must be below RTC_DAY_SECONDS. */
struct rtc_time rtc_encode(uint32_t second_of_day, uint8_t format);

#endif
