/* SPDX-License-Identifier: MIT */
/* Detects what ran or blocked during a sample. */
#ifndef LINUX_DISTURBANCE_H
#define LINUX_DISTURBANCE_H

#include <stdbool.h>

/* Warn if the system counts no page faults. Call once, before the benchmarks. */
void disturbance_init(void);

/* Compare the accounting with the kernel's text /proc/thread-self. On a system without the text,
 * check nothing. Call once, after the benchmarks. */
void disturbance_conclude(void);

/* Until the next reading of the disturbances, page faults and switches are the benchmark's own.
 * Costs one store, so it may be called in a sample. */
void disturbance_expect(void);

/* Set whether samples may begin at any time between two kernel ticks. The default is no. If the
 * clock of the samples steps with the ticks, they must. */
void disturbance_let_ticks_in(bool does);

#endif
