/* SPDX-License-Identifier: MIT */
/* Points system calls to the calls of threads. */
#include <stddef.h>

#include "kernel/one_entry/cpu/interrupt.h"
#include "kernel/task/calls.h"

/* In calls_enter.S. */
void calls_enter(void);
void calls_enter_saving(void);

bool calls_exist(void)
{
	return true;
}

void calls_enter_by(bool saves)
{
	interrupt_enter_from_user_at(saves ? calls_enter_saving : calls_enter);
}

void calls_close(void)
{
	interrupt_enter_from_user_at(NULL);
}
