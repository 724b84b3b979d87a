/* SPDX-License-Identifier: MIT */
/* The time at which every run begins. */
#ifndef LINUX_COUNT_RUN_CLOCK_H
#define LINUX_COUNT_RUN_CLOCK_H

/* Set the clock right after an interrupt of the timer, so that the next one comes after the same
 * number of instructions in each run. Sleeps until shortly before that interrupt. */
void run_clock_set(void);

/* Wait for an interrupt of the timer, as run_clock_set() does. */
void run_clock_await(void);

/* Set the clock again if the next interrupt is near. The times of files are those of the last
 * interrupt, so a file that is changed right after this call has the time of run_clock_set(). */
void run_clock_keep(void);

#endif
