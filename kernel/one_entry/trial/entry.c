/* SPDX-License-Identifier: MIT */
/* Points entries from user mode to a benchmark's handler, and resets them. The processor has one
 * instruction for such entries. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/user_mode.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "kernel/one_entry/cpu/system_call.h"
#include "lib/text/errno.h"

int platform_entry_open(enum entry_path path, enum entry_handler which)
{
	if (path != ENTRY_SYSCALL || (which != ENTRY_EMPTY && which != ENTRY_NULL_CALL))
		return -ENOTSUP;
	interrupt_enter_from_user_at(which == ENTRY_EMPTY ? system_call_empty : system_call_null);
	return 0;
}

int platform_entry_count(uint64_t (*function)(uint64_t), uint64_t argument, uint64_t *entries)
{
	interrupt_enter_from_user_at(system_call_counted);
	system_call_entries = 0;
	user_mode_call(function, argument);
	*entries = system_call_entries;
	return 0;
}

/* May be called after a handler was aborted at any instruction. */
void platform_entry_close(void)
{
	interrupt_enter_from_user_at(NULL);
}
