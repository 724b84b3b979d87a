/* SPDX-License-Identifier: MIT */
/* Detects what ran or blocked during a sample. */
#ifndef LINUX_DISTURBANCE_H
#define LINUX_DISTURBANCE_H

#include <stdbool.h>

/* Warn if the system counts no page faults. Call it once, before the benchmarks. */
void disturbance_init(void);

/* Until the next reading of the disturbances, page faults and switches are the benchmark's own.
 * Costs one store, so it may be called in a sample. */
void disturbance_expect(void);

/* Whether samples may begin at any time between two kernel ticks; the default is no. If their clock
 * steps with the ticks, they must. */
void disturbance_let_ticks_in(bool does);

#endif
