/* SPDX-License-Identifier: MIT */
/* The registers of the real-time clock. */
#ifndef KERNEL_RISCV64_DEV_RTC_REGISTER_H
#define KERNEL_RISCV64_DEV_RTC_REGISTER_H

#include <stdint.h>

/* The low word of nanoseconds since 1970. Reading it latches the register that follows it. NULL
 * without a clock. */
const volatile uint32_t *rtc_register(void);

#endif
