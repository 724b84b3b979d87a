/* SPDX-License-Identifier: MIT */
/* Kinds of exceptions, for kernel/machine/exception.h. On these processors the platform sends
 * interrupts instead of exceptions, and a fatal error does not reach this code. */
#ifndef KERNEL_ONE_ENTRY_CPU_EXCEPTION_H
#define KERNEL_ONE_ENTRY_CPU_EXCEPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/cpu/exception.h"

static inline bool exception_may_be_overflow(uint64_t vector)
{
	return exception_has_address(vector);
}

static inline bool exception_is_of_platform(uint64_t vector)
{
	(void)vector;
	return false;
}

static inline bool exception_is_fatal(uint64_t vector)
{
	(void)vector;
	return false;
}

#endif
