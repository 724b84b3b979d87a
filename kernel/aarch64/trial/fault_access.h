/* SPDX-License-Identifier: MIT */
/* What fault.S keeps in registers, for kernel/machine/fault_trial.h. */
#ifndef KERNEL_AARCH64_TRIAL_FAULT_ACCESS_H
#define KERNEL_AARCH64_TRIAL_FAULT_ACCESS_H

#include "kernel/aarch64/core/trap_frame.h"

/* BR X14: returns to trial_fault_jump, which jumps here. Arm ARM, "BR". */
#define ARCH_TRIAL_JUMP_BACK 0xc0, 0x01, 0x1f, 0xd6

static inline uint64_t trial_fault_touched(const struct trap_frame *frame)
{
	return frame->x[13];
}

static inline void trial_fault_skip(struct trap_frame *frame)
{
	frame->pc = frame->x[14];
}

#endif
