/* SPDX-License-Identifier: MIT */
/* Guarded calls: a function that faults or hangs is aborted, and its caller continues. Each
 * kernel/NAME/ defines struct guard: the registers that a call preserves. */
#ifndef KERNEL_MACHINE_GUARD_H
#define KERNEL_MACHINE_GUARD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/arch.h"

/* Clean-up after a guarded call was aborted at any instruction. Runs on the CPU of the call,
 * interrupts off. */
struct guard_cleanup {
	void (*function)(void);
	bool on_every_cpu;              /* false: only on the boot CPU */
};

/* Set the list of clean-ups, which are called in order. An entry without a function ends the list.
 * The list must stay valid. */
void guard_clean_up_by(const struct guard_cleanup *list);

/* Call function(argument) with this CPU's guard set. Returns 0 if the function returned, or 1 if
 * guard_leave aborted it, after the clean-ups have run. Not nested. */
int guard_call(struct guard *guard, void (*function)(void *), void *argument);

/* Change the frame so that returning from the exception aborts the guarded call, with interrupts
 * off and the processor's other flags as C expects them. Only in an exception handler, on a CPU
 * whose guard is set. */
void guard_leave(struct trap_frame *frame);

#endif
