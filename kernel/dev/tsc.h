/* SPDX-License-Identifier: MIT */
/* The TSC's frequency, from every source the machine has, and bounded waits counted in it. */
#ifndef KERNEL_DEV_TSC_H
#define KERNEL_DEV_TSC_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/counter.h"
#include "lib/tsc_select.h"
#include "lib/x86/tsc.h"

enum {
	TSC_CPUID_15H,
	TSC_HYPERVISOR,
	TSC_HPET,
	TSC_PM_TIMER,
	TSC_PIT,
	TSC_CPUID_16H,
	TSC_SOURCES
};

/* Find the frequency; takes about 30 ms. Boot CPU, interrupts off, after hpet_init, pm_timer_init
 * and pit_init. Warns of sources that disagree. */
void tsc_init(void);

/* Ticks a second; never 0. Before tsc_init, and when no source is usable, a figure so high that
 * waits get too long rather than too short. */
uint64_t tsc_hz(void);

/* All sources, in order of preference, and how many. */
const struct tsc_source *tsc_sources(size_t *count);

/* The TSC at least us microseconds from now, and whether that is past. Any CPU. */
uint64_t tsc_after_us(uint64_t us);
bool tsc_is_past(uint64_t deadline_tsc);

/* Let us microseconds go by. */
void tsc_wait_us(uint64_t us);

#endif
