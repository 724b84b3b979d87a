/* SPDX-License-Identifier: MIT */
/* Exceptions that nobody asked for: recovered, reported by the guard, or the end. */
#ifndef KERNEL_CPU_EXCEPTION_H
#define KERNEL_CPU_EXCEPTION_H

#include <stddef.h>

#include "bench/platform.h"

struct trap_frame;

/* What the last exception on a CPU was that left a guarded call there, and the texts of it. */
struct exception_report {
	struct platform_failure failure;
	char registers[512];
	char backtrace[640];
	char detail[96];
};

/* What to do with an exception that has no handler. Called by interrupt_dispatch. A probe goes on,
 * a guarded call is left, anything else is a panic. */
void exception_unhandled(struct trap_frame *frame);

/* For the handler of an interrupt that says so: the guarded call that it came in has had its time,
 * and is left; without one nothing happens. */
void exception_time_is_over(struct trap_frame *frame);

#endif
