/* SPDX-License-Identifier: MIT */
/* Kinds of exceptions, for kernel/machine/exception.h. */
#ifndef KERNEL_X86_CPU_EXCEPTION_H
#define KERNEL_X86_CPU_EXCEPTION_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/x86/cpu/vector.h"

/* On the guard page the CPU cannot push a frame, which raises a double fault. Intel SDM vol. 3A,
 * "Interrupt 8: Double Fault Exception (#DF)". */
static inline bool exception_may_be_overflow(uint64_t vector)
{
	return vector == VECTOR_DOUBLE_FAULT;
}

/* If an NMI has no handler, a button or a bus error raised it. */
static inline bool exception_is_of_platform(uint64_t vector)
{
	return vector == VECTOR_NMI;
}

static inline bool exception_is_fatal(uint64_t vector)
{
	return vector == VECTOR_MACHINE_CHECK;
}

#endif
