/* SPDX-License-Identifier: MIT */
/* The TSC's frequency from all available sources, and waits with a time limit. */
#ifndef KERNEL_X86_DEV_TSC_H
#define KERNEL_X86_DEV_TSC_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/counter.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/spin.h"
#include "lib/tsc_select.h"

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
 * up to three seconds; a stopped clock is refused after twelve at 1 GHz. read_rtc_second is
 * rtc_read_second, or NULL without such a clock. Warns about sources that disagree. Boot CPU,
 * interrupts off, after hpet_init, pm_timer_init and pit_init. */
void tsc_init(int (*read_rtc_second)(void));

/* Frequency; 0 before tsc_init, and if no source is usable. */
uint64_t tsc_hz(void);

/* The frequency, or TSC_LIMIT_HZ while it is unknown: for time limits and minimum waits only. */
uint64_t tsc_limit_hz(void);

/* All sources in order of preference. */
const struct tsc_source *tsc_sources(size_t *count);

/* The TSC value us microseconds from now, by tsc_limit_hz, and whether a value is past. Any CPU. */
uint64_t tsc_after_us(uint64_t us);
bool tsc_is_past(uint64_t deadline_tsc);

/* A wait for another CPU or a device, of at most us microseconds by tsc_limit_hz. Any CPU. */
struct spin spin_for_us(uint64_t us);

/* Wait at least us microseconds. */
void tsc_wait_us(uint64_t us);

#endif
