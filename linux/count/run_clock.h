/* SPDX-License-Identifier: MIT */
/* The time at which every run begins. */
#ifndef LINUX_COUNT_RUN_CLOCK_H
#define LINUX_COUNT_RUN_CLOCK_H

/* Set the clock right after an interrupt of the timer, so that the next interrupt comes after the
 * same number of instructions in each run. To do so, sleeps until shortly before an interrupt. */
void run_clock_set(void);

/* Wait for an interrupt of the timer, as run_clock_set() does. */
void run_clock_await(void);

/* If the next interrupt is near, set the clock again. Files get the time of the last interrupt, so
 * a file that is changed right after this call has the time of run_clock_set(). */
void run_clock_keep(void);

#endif
