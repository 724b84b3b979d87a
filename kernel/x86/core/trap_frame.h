/* SPDX-License-Identifier: MIT */
/* The stack contents at an exception or interrupt. See kernel/machine/trap_frame.h. */
#ifndef KERNEL_X86_CORE_TRAP_FRAME_H
#define KERNEL_X86_CORE_TRAP_FRAME_H

#include <stdint.h>

/* The stubs of kernel/x86/cpu/isr.S push the fields before rip, or before error if the CPU pushes
 * an error code; the CPU pushes the rest. */
struct trap_frame {
	uint64_t rbx, r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rax;
	uint64_t vector, error;
	uint64_t rip, cs, rflags, rsp, ss;
};

static inline uint64_t trap_frame_pc(const struct trap_frame *frame)
{
	return frame->rip;
}

static inline uint64_t trap_frame_pointer(const struct trap_frame *frame)
{
	return frame->rbp;
}

#endif
