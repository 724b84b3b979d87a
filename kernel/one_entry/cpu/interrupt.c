/* SPDX-License-Identifier: MIT */
/* The entry, or table of entries, that CPUs use. interrupt_init_this_cpu() lets a CPU use it. */
#include "kernel/one_entry/cpu/interrupt.h"

#include <stdbool.h>

static uintptr_t entry;                 /* entry in use; 0: the normal one */

void interrupt_init_this_cpu(void)
{
	interrupt_use_entry(entry);
}

void interrupt_enter_at(uint8_t vector, void (*stub)(void))
{
	(void)vector;
	entry = (uintptr_t)stub;
	interrupt_init_this_cpu();
}

void interrupt_enter_from_user_at(void (*stub)(void))
{
	entry = (uintptr_t)stub;
	interrupt_init_this_cpu();
}

void interrupt_acknowledge_unexpected(uint8_t vector)
{
	(void)vector;
	interrupt_acknowledge();
}
