/* SPDX-License-Identifier: MIT */
/* The process runs no code of the user here, which could change the thread pointer, so nothing is
 * restored. */
#include "linux/guard_entry.h"

void guard_handle_entry(int number, siginfo_t *info, void *context)
{
	guard_handle(number, info, context);
}
