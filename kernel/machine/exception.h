/* SPDX-License-Identifier: MIT */
/* Exceptions without a handler: a probe recovers, a guard reports the exception, or the kernel
 * panics. Each kernel/NAME/ defines, for an exception with that vector:
 *
 *	bool exception_may_be_overflow(uint64_t vector)
 *		Whether an access to a stack's guard page raises it.
 *	bool exception_is_of_platform(uint64_t vector)
 *		Whether it is ignored without a handler, and only counted as a disturbance.
 *	bool exception_is_fatal(uint64_t vector)
 *		Whether not even a guarded call is continued.
 *
 * They come with kernel/machine/arch.h; names of exceptions are in lib/cpu/exception.h. */
#ifndef KERNEL_MACHINE_EXCEPTION_H
#define KERNEL_MACHINE_EXCEPTION_H

struct trap_frame;

/* Handle an exception that has no handler. Called when the vector of an exception is dispatched.
 * Continues after a probe, aborts a guarded call, or panics. */
void exception_unhandled(struct trap_frame *frame);

/* For an interrupt handler: abort the interrupted guarded call because its time limit is exceeded.
 * Does nothing without a guarded call. */
void exception_time_is_over(struct trap_frame *frame);

#endif
