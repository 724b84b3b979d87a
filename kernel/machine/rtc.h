/* SPDX-License-Identifier: MIT */
/* The real-time clock. Boot CPU. */
#ifndef KERNEL_MACHINE_RTC_H
#define KERNEL_MACHINE_RTC_H

#include <stdbool.h>

#include "lib/utc_time.h"

/* Whether a clock was found. */
bool rtc_exists(void);

/* Read date and time. Returns false if the clock has no valid time of day. The date is not
 * checked. */
bool rtc_read_date(struct utc_time *time);

#endif
