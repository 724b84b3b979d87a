/* SPDX-License-Identifier: MIT */
/* What an exception or interrupt leaves on the stack, and how it reads. */
#ifndef KERNEL_CORE_TRAP_FRAME_H
#define KERNEL_CORE_TRAP_FRAME_H

#include <stddef.h>
#include <stdint.h>

/* The stubs in kernel/cpu/isr.S push what is before error, or rip; the CPU the rest. */
struct trap_frame {
	uint64_t rbx, r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rax;
	uint64_t vector, error;
	uint64_t rip, cs, rflags, rsp, ss;
};

/* All general registers of a frame and this CPU's cr2, cr3 and cr4 as "name=value" pairs, cut to
 * size. */
void trap_frame_format(char *text, size_t size, const struct trap_frame *frame);

#endif
