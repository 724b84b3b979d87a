/* SPDX-License-Identifier: MIT */
/* See kernel/machine/user_access.h. Every CPU refuses accesses to pages of user mode while
 * sstatus.SUM is 0. */
#ifndef KERNEL_RISCV64_CPU_USER_ACCESS_H
#define KERNEL_RISCV64_CPU_USER_ACCESS_H

#include <stdbool.h>

#include "kernel/riscv64/core/trap_frame.h"
#include "lib/riscv64/control.h"

static inline uint64_t call_argument(const struct trap_frame *frame, unsigned index)
{
	return frame->x[REGISTER_A0 + index];
}

static inline bool user_access_is_protected(void)
{
	return true;
}

static inline void user_access_begin(void)
{
	__asm__ volatile("csrs sstatus, %0" : : "r"(SSTATUS_SUM) : "memory");
}

static inline void user_access_end(void)
{
	__asm__ volatile("csrc sstatus, %0" : : "r"(SSTATUS_SUM) : "memory");
}

#endif
