/* Guarded calls: a function that faults or hangs is left, and its caller goes on. */
#ifndef KERNEL_CPU_GUARD_H
#define KERNEL_CPU_GUARD_H

#include <stdint.h>

struct trap_frame;

/* The registers a C function must keep, as they were at guard_enter; guard.S knows the offsets. */
struct guard {
	uint64_t rbx, rbp, r12, r13, r14, r15, rsp;
};

/* Call function(argument) with this CPU's guard set. Returns 0 when it returned, 1 when an
 * exception handler left it by guard_leave. This CPU only, not nested. */
int guard_call(struct guard *guard, void (*function)(void *), void *argument);

/* Change the frame so that returning from the exception leaves the guarded call, with all flags
 * clear: interrupts off, strings going up, no single steps. Only from an exception handler, on a
 * CPU whose guard is set. */
void guard_leave(struct trap_frame *frame);

#endif
