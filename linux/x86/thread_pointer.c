/* SPDX-License-Identifier: MIT */
/* The FS base, which the user's code may change. guard_entry.S restores it. */
#include <asm/prctl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "linux/guard.h"
#include "linux/guard_entry.h"

/* Calls no function that may need the thread pointer before the restoration. */
void guard_protect_thread_pointer(bool is_on)
{
	if (is_on) {
		syscall(SYS_arch_prctl, ARCH_GET_FS, &guard_thread_pointer);
		return;
	}
	guard_restore_thread_pointer();
	guard_thread_pointer = 0;
}
