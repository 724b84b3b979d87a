/* SPDX-License-Identifier: MIT */
/* A fault or the watchdog can abort a trial at any instruction. At that time the trial's entry is
 * in use, and an interrupt may be pending or not acknowledged. */
#include "kernel/trial/trial.h"

#include <stddef.h>

#include "kernel/machine/start.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "lib/cpu/interrupts.h"

void trial_restore(void)
{
	interrupt_enter_at(VECTOR_PAGE_FAULT, NULL);
	interrupt_handle(VECTOR_PAGE_FAULT, NULL);
	interrupt_handle(VECTOR_TRIAL, NULL);
}

void trial_reset(void)
{
	trial_restore();
	machine_settle();
}

void trial_enable_interrupts(bool on)
{
	if (on)
		interrupts_on();
	else
		interrupts_off();
}
