/* SPDX-License-Identifier: MIT */
/* Common set-up and clean-up of trials. */
#ifndef KERNEL_TRIAL_TRIAL_H
#define KERNEL_TRIAL_TRIAL_H

#include <stdbool.h>

#include "bench/platform.h"

/* Restore the normal stubs of trials' vectors. */
void trial_restore(void);

/* Like trial_restore(). Also clear the state of this CPU's interrupts, so that each trial starts
 * from the same state. Boot CPU, interrupts off. */
void trial_reset(void);

/* Enable or disable interrupts on a CPU that waits for the interrupt of a trial. */
void trial_enable_interrupts(bool on);

/* platform_interrupt_trial for the rest of the kernel. kernel/NAME/trial/ implements it. */
int trial_interrupt(const struct interrupt_trial *trial, struct interrupt_stamps *stamps);

#endif
