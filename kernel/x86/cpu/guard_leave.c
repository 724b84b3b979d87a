/* SPDX-License-Identifier: MIT */
/* Aborts a guarded call. */
#include "kernel/machine/guard.h"
#include "kernel/x86/core/trap_frame.h"
#include "kernel/x86/cpu/cpu.h"
#include "lib/x86/control.h"

extern const char guard_left[];

void guard_leave(struct trap_frame *frame)
{
	const struct guard *guard = this_cpu()->guard;

	frame->rip = (uintptr_t)guard_left;
	frame->cs = SELECTOR_CODE;      /* the exception may have come from user mode */
	frame->ss = SELECTOR_DATA;
	frame->rsp = guard->rsp;
	frame->rdi = (uintptr_t)guard;
	frame->rflags = FLAGS_FIXED;
}
