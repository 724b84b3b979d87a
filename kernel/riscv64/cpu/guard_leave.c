/* SPDX-License-Identifier: MIT */
/* Aborts a guarded call. */
#include "kernel/machine/guard.h"

#include "kernel/riscv64/core/trap_frame.h"
#include "kernel/riscv64/cpu/cpu.h"
#include "lib/riscv64/control.h"

extern const char guard_left[];

/* Abort the call. The exception may have come from user mode, so the mode is restored too. */
void guard_leave(struct trap_frame *frame)
{
	const struct guard *guard = this_cpu()->guard;

	frame->pc = (uintptr_t)guard_left;
	frame->x[REGISTER_SP] = guard->sp;
	frame->x[REGISTER_A0] = (uintptr_t)guard;
	frame->sstatus = (frame->sstatus | SSTATUS_SPP | SSTATUS_SPIE) & ~(uint64_t)SSTATUS_SUM;
	frame->sie &= ~(uint64_t)INTERRUPTS_OFTEN_OFF;
}
