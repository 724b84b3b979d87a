/* SPDX-License-Identifier: MIT */
/* The stack contents at an exception or interrupt. */
#ifndef KERNEL_X86_CORE_TRAP_FRAME_H
#define KERNEL_X86_CORE_TRAP_FRAME_H

#include <stddef.h>
#include <stdint.h>

/* The stubs of kernel/x86/cpu/isr.S push the fields before error, or before rip if the CPU pushes
 * an error code; the CPU pushes the rest. */
struct trap_frame {
	uint64_t rbx, r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rax;
	uint64_t vector, error;
	uint64_t rip, cs, rflags, rsp, ss;
};

/* Write the frame's general registers and this CPU's cr2, cr3 and cr4 as "name=value" pairs,
 * truncated to size. */
void trap_frame_format(char *text, size_t size, const struct trap_frame *frame);

#endif
