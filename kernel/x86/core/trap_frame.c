/* SPDX-License-Identifier: MIT */
/* Formats the registers of a trap frame. */
#include "kernel/machine/trap_frame.h"

#include "lib/text/fmt.h"
#include "lib/x86/control.h"

void trap_frame_format(char *text, size_t size, const struct trap_frame *frame)
{
	fmt_buffer(text, size,
		   "rax=%#lx rbx=%#lx rcx=%#lx rdx=%#lx rsi=%#lx rdi=%#lx rbp=%#lx rsp=%#lx "
		   "r8=%#lx r9=%#lx r10=%#lx r11=%#lx r12=%#lx r13=%#lx r14=%#lx r15=%#lx "
		   "rflags=%#lx cs=%#lx ss=%#lx cr2=%#lx cr3=%#lx cr4=%#lx",
		   frame->rax, frame->rbx, frame->rcx, frame->rdx, frame->rsi, frame->rdi,
		   frame->rbp, frame->rsp, frame->r8, frame->r9, frame->r10, frame->r11, frame->r12,
		   frame->r13, frame->r14, frame->r15, frame->rflags, frame->cs, frame->ss,
		   read_cr2(), read_cr3(), read_cr4());
}

uint64_t trap_frame_address(const struct trap_frame *frame)
{
	(void)frame;
	return read_cr2();
}

uint64_t trap_frame_error(const struct trap_frame *frame)
{
	return frame->error;
}
