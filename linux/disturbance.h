/* SPDX-License-Identifier: MIT */
/* Detects what ran or blocked during a sample. */
#ifndef LINUX_DISTURBANCE_H
#define LINUX_DISTURBANCE_H

#include <stdbool.h>

/* Warn if the system counts no page faults. Call it once, before the benchmarks. */
void disturbance_init(void);

/* Check the accounting against the kernel's other text of it, /proc/thread-self. A system without
 * it is not checked. Call it once, after the benchmarks. */
void disturbance_conclude(void);

/* Until the next reading of the disturbances, page faults and switches are the benchmark's own.
 * Costs one store, so it may be called in a sample. */
void disturbance_expect(void);

/* Whether samples may begin at any time between two kernel ticks; the default is no. If their clock
 * steps with the ticks, they must. */
void disturbance_let_ticks_in(bool does);

#endif
