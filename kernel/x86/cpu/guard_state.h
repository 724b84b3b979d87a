/* SPDX-License-Identifier: MIT */
/* See kernel/machine/guard.h. */
#ifndef KERNEL_X86_CPU_GUARD_STATE_H
#define KERNEL_X86_CPU_GUARD_STATE_H

#include <stdint.h>

/* Callee-saved registers at guard_enter. guard_enter.S has the same offsets. */
struct guard {
	uint64_t rbx, rbp, r12, r13, r14, r15, rsp;
};

#endif
