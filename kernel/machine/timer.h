/* SPDX-License-Identifier: MIT */
/* The timer of each CPU, which interrupts that CPU. It counts ticks of its own clock, with
 * timer_hz(). A deadline is in ticks of the clock that it is compared with: on x86-64 that is
 * the clock that measures (lib/cpu/clock.h).
 *
 *	TIMER_NAME
 *		Of its record.
 *	void timer_start(uint32_t ticks)
 *		Fire after ticks of the timer's clock (not 0): once, or repeatedly in periodic mode.
 *	void timer_deadline_start(uint64_t deadline_tsc)
 *		Fire once when the measuring clock reaches deadline_tsc (not 0), or at once if that
 *		is past. Only where timer_deadline_works(). */
#ifndef KERNEL_MACHINE_TIMER_H
#define KERNEL_MACHINE_TIMER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/arch.h"

/* Frequency of the timer's clock. It is 0 if the clock could not be calibrated, or if the timer did
 * not fire in the test. */
uint64_t timer_hz(void);

/* Whether the timer can compare a deadline with the measuring clock, and fired in the test. */
bool timer_deadline_works(void);

enum timer_mode {TIMER_ONE_SHOT, TIMER_PERIODIC, TIMER_DEADLINE};

/* Stop the timer and select the mode and vector for timer_start or timer_deadline_start. */
void timer_select(enum timer_mode mode, uint8_t vector);

/* Select one-shot mode and start. */
void timer_arm(uint32_t ticks, uint8_t vector);

void timer_stop(void);

#endif
