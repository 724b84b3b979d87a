/* SPDX-License-Identifier: MIT */
/* Aborts a guarded call. */
#include "kernel/aarch64/core/trap_frame.h"
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/machine/guard.h"

extern const char guard_left[];

void guard_leave(struct trap_frame *frame)
{
	const struct guard *guard = this_cpu()->guard;

	frame->pc = (uintptr_t)guard_left;
	frame->sp = guard->sp;
	frame->x[0] = (uintptr_t)guard;
	frame->pstate = PSTATE_KERNEL;          /* the exception may have come from user mode */
}
