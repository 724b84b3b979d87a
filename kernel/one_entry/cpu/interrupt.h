/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions, for kernel/machine/interrupts.h, of processors that have one entry for
 * all of them, or a table with one entry for each kind. So the stub of interrupt_enter_at() is the
 * address of another such entry or table. */
#ifndef KERNEL_ONE_ENTRY_CPU_INTERRUPT_H
#define KERNEL_ONE_ENTRY_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/machine/interrupts.h"
#include "kernel/machine/trap_frame.h"

/* Let this CPU use the entry of interrupt_enter_at(), or else the normal one. */
void interrupt_init_this_cpu(void);

/* Let entries from user mode use an entry, as interrupt_enter_at() does for interrupts. NULL
 * restores the normal entry. There is one entry for both, so the later call counts. */
void interrupt_enter_from_user_at(void (*stub)(void));

/* Count an exception and call its handler. Called by the normal entry for each exception,
 * interrupts off. Each kernel/NAME/ implements the functions from here on. */
void exception_dispatch(struct trap_frame *frame);

/* Let this CPU use an entry; 0: the normal one. */
void interrupt_use_entry(uintptr_t entry);

#endif
