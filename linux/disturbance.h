/* SPDX-License-Identifier: MIT */
/* What may have run during a sample, or made it wait. */
#ifndef LINUX_DISTURBANCE_H
#define LINUX_DISTURBANCE_H

#include <stdbool.h>

/* What happens until the next look at the disturbances is the benchmark's own doing: its page
 * faults and switches are what it measures. Costs a store, so it may be called in a sample. */
void disturbance_expect(void);

/* Whether samples begin at any moment between two ticks of the kernel; at first they do not. Where
 * the clock that they read steps with the ticks they have to. */
void disturbance_let_ticks_in(bool does);

#endif
