/* SPDX-License-Identifier: MIT */
/* See kernel/machine/guard.h. */
#ifndef KERNEL_AARCH64_CPU_GUARD_STATE_H
#define KERNEL_AARCH64_CPU_GUARD_STATE_H

#include <stdint.h>

/* Callee-saved registers x19 to x30 and the stack pointer at guard_enter. guard_enter.S has the
 * same offsets. */
struct guard {
	uint64_t x19_to_x30[12], sp;
};

#endif
