/* SPDX-License-Identifier: MIT */
/* The frequency of the clock that measures (lib/cpu/clock.h), and waits with a time limit. */
#ifndef KERNEL_MACHINE_CLOCK_H
#define KERNEL_MACHINE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/cpu/clock.h"
#include "lib/cpu/spin.h"
#include "lib/clock_select.h"

/* Frequency of the clock. It is 0 before it was determined, and if no source is usable. */
uint64_t clock_hz(void);

/* The frequency, or CLOCK_LIMIT_HZ while it is unknown: for time limits and minimum waits only. */
uint64_t clock_limit_hz(void);

/* The value of clock_limit_hz(), which the driver of the clock sets when the frequency is known. */
extern uint64_t clock_limit_rate_hz;

/* All sources in order of preference. */
const struct clock_source *clock_sources(size_t *count);

/* clock_after_us() returns the measuring clock us microseconds from now, by clock_limit_hz.
 * clock_is_past() returns whether a value of the clock is past. Any CPU. */
uint64_t clock_after_us(uint64_t us);
bool clock_is_past(uint64_t deadline_tsc);

/* Begin a wait for another CPU or a device, of at most us microseconds by clock_limit_hz. Any
 * CPU. */
struct spin spin_for_us(uint64_t us);

/* Wait at least us microseconds. */
void clock_wait_us(uint64_t us);

#endif
