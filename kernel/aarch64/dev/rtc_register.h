/* SPDX-License-Identifier: MIT */
/* The register of the real-time clock. */
#ifndef KERNEL_AARCH64_DEV_RTC_REGISTER_H
#define KERNEL_AARCH64_DEV_RTC_REGISTER_H

#include <stdint.h>

/* Seconds since 1970, read without side effects; NULL without a PL031. */
const volatile uint32_t *rtc_register(void);

#endif
