/* SPDX-License-Identifier: MIT */
/* A fault or the watchdog can abort a trial at any instruction. At that time the trial's handler is
 * in the descriptor table, and an interrupt may be pending or not acknowledged. */
#include "kernel/trial/trial.h"

#include <stddef.h>

#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/lapic.h"
#include "lib/x86/control.h"

void trial_restore(void)
{
	interrupt_enter_at(VECTOR_PAGE_FAULT, NULL);
	interrupt_handle(VECTOR_PAGE_FAULT, NULL);
	interrupt_enter_at(VECTOR_NMI, NULL);
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	interrupt_handle(VECTOR_TRIAL, NULL);
}

void trial_reset(void)
{
	trial_restore();
	lapic_settle();
}

void trial_enable_interrupts(bool on)
{
	if (on)
		interrupts_on();
	else
		interrupts_off();
}
