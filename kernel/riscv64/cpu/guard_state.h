/* SPDX-License-Identifier: MIT */
/* See kernel/machine/guard.h. */
#ifndef KERNEL_RISCV64_CPU_GUARD_STATE_H
#define KERNEL_RISCV64_CPU_GUARD_STATE_H

#include <stdint.h>

/* The registers at guard_enter that a call preserves, in the order of callee_saved.inc. */
struct guard {
	uint64_t ra, s[12], sp;
};

#endif
