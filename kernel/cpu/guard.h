/* SPDX-License-Identifier: MIT */
/* Guarded calls: a function that faults or hangs is left, and its caller goes on. */
#ifndef KERNEL_CPU_GUARD_H
#define KERNEL_CPU_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

/* What somebody has to put right after a guarded call was left at any instruction. Called on the
 * CPU that left it, interrupts off. */
struct guard_cleanup {
	void (*function)(void);
	bool on_every_cpu;              /* else on the boot CPU alone */
};

/* The list of them, in its order and ended by one without a function; it must stay. */
void guard_clean_up_by(const struct guard_cleanup *list);

/* The registers a C function must keep, as they were at guard_enter; guard.S knows the offsets. */
struct guard {
	uint64_t rbx, rbp, r12, r13, r14, r15, rsp;
};

/* Call function(argument) with this CPU's guard set. Returns 0 when it returned, 1 when an
 * exception handler left it by guard_leave and what it left was cleaned up. This CPU only, not
 * nested. */
int guard_call(struct guard *guard, void (*function)(void *), void *argument);

/* Change the frame so that returning from the exception leaves the guarded call, with all flags
 * clear: interrupts off, strings going up, no single steps. Only from an exception handler, on a
 * CPU whose guard is set. */
void guard_leave(struct trap_frame *frame);

#endif
