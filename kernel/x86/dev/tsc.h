/* SPDX-License-Identifier: MIT */
/* The TSC's frequency from all available sources, for kernel/machine/clock.h. */
#ifndef KERNEL_X86_DEV_TSC_H
#define KERNEL_X86_DEV_TSC_H

#include "kernel/machine/clock.h"

enum {
	TSC_CPUID_15H,
	TSC_HYPERVISOR,
	TSC_HPET,
	TSC_PM_TIMER,
	TSC_PIT,
	TSC_RTC,
	TSC_CPUID_16H,
	TSC_SOURCES
};

/* Determine the frequency, in about 30 ms. If only the real-time clock can measure it, this takes
 * up to three seconds. If that clock is stopped, this gives up after twelve seconds at 1 GHz.
 * read_rtc_second is rtc_read_second, or NULL without such a clock. Warns about sources that
 * disagree. Boot CPU, interrupts off, after hpet_init, pm_timer_init and pit_init. */
void tsc_init(int (*read_rtc_second)(void));

#endif
