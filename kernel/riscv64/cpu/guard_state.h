/* SPDX-License-Identifier: MIT */
/* See kernel/machine/guard.h. */
#ifndef KERNEL_RISCV64_CPU_GUARD_STATE_H
#define KERNEL_RISCV64_CPU_GUARD_STATE_H

#include <stdint.h>

/* The registers that a call preserves, at guard_enter; callee_saved.inc has their order. */
struct guard {
	uint64_t ra, s[12], sp;
};

#endif
