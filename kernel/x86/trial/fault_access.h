/* SPDX-License-Identifier: MIT */
/* What fault.S keeps in registers, for kernel/machine/fault_trial.h. */
#ifndef KERNEL_X86_TRIAL_FAULT_ACCESS_H
#define KERNEL_X86_TRIAL_FAULT_ACCESS_H

#include "kernel/x86/core/trap_frame.h"

/* JMP *%RSI: returns to trial_fault_jump, which jumps here. Intel SDM vol. 2A, "JMP—Jump". */
#define ARCH_TRIAL_JUMP_BACK 0xff, 0xe6

static inline uint64_t trial_fault_touched(const struct trap_frame *frame)
{
	return frame->r8;
}

static inline void trial_fault_skip(struct trap_frame *frame)
{
	frame->rip = frame->rsi;
}

#endif
