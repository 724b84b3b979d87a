/* SPDX-License-Identifier: MIT */
/* Exceptions without a handler: recovered by a probe, reported by a guard, or a panic. */
#ifndef KERNEL_MACHINE_EXCEPTION_H
#define KERNEL_MACHINE_EXCEPTION_H

struct trap_frame;

/* Handle an exception without a handler; called by interrupt_dispatch. Continues after a probe,
 * aborts a guarded call, or panics. */
void exception_unhandled(struct trap_frame *frame);

/* For an interrupt handler: abort the interrupted guarded call because its time limit is exceeded.
 * Does nothing without a guarded call. */
void exception_time_is_over(struct trap_frame *frame);

#endif
