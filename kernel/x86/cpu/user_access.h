/* SPDX-License-Identifier: MIT */
/* See kernel/machine/user_access.h. */
#ifndef KERNEL_X86_CPU_USER_ACCESS_H
#define KERNEL_X86_CPU_USER_ACCESS_H

#include <stdbool.h>

#include "kernel/x86/core/trap_frame.h"
#include "lib/x86/control.h"

static inline uint64_t call_argument(const struct trap_frame *frame, unsigned index)
{
	return index == 0 ? frame->rdi : index == 1 ? frame->rsi : frame->rdx;
}

static inline bool user_access_is_protected(void)
{
	return (read_cr4() & CR4_SMAP) != 0;
}

static inline void user_access_begin(void)
{
	stac();
}

static inline void user_access_end(void)
{
	clac();
}

#endif
