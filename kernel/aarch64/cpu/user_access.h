/* SPDX-License-Identifier: MIT */
/* See kernel/machine/user_access.h. The kernel does not set PAN, which not every processor has. */
#ifndef KERNEL_AARCH64_CPU_USER_ACCESS_H
#define KERNEL_AARCH64_CPU_USER_ACCESS_H

#include <stdbool.h>

#include "kernel/aarch64/core/trap_frame.h"

static inline uint64_t call_argument(const struct trap_frame *frame, unsigned index)
{
	return frame->x[index];
}

static inline bool user_access_is_protected(void)
{
	return false;
}

static inline void user_access_begin(void)
{
}

static inline void user_access_end(void)
{
}

#endif
