/* SPDX-License-Identifier: MIT */
/* A system call's arguments, and the kernel's access to memory of user mode. All are inlined.
 *
 *	uint64_t call_argument(const struct trap_frame *frame, unsigned index)
 *		Argument 0, 1 or 2, in the register that Linux uses.
 *	bool user_access_is_protected(void)
 *		Whether this CPU refuses such accesses outside of the next two.
 *	void user_access_begin(void), user_access_end(void)
 *		Only if it does. */
#ifndef KERNEL_MACHINE_USER_ACCESS_H
#define KERNEL_MACHINE_USER_ACCESS_H

#include "kernel/machine/arch.h"

#endif
