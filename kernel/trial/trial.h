/* SPDX-License-Identifier: MIT */
/* What trials need around them: interrupts let in, and what those that were cut short left
 * behind. */
#ifndef KERNEL_TRIAL_TRIAL_H
#define KERNEL_TRIAL_TRIAL_H

#include <stdbool.h>

/* Give the vectors of trials their normal stubs again. */
void trial_restore(void);

/* The same, and let nothing of this CPU's local APIC be left, so that the next trial starts like
 * the first. Boot CPU, interrupts off before and after. */
void trial_reset(void);

/* Let interrupts in on a CPU that waits for a trial's, or keep them out again. */
void trial_enable_interrupts(bool on);

#endif
