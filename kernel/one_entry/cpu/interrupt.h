/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions of processors that have one entry for all, or a table with one for each
 * kind: for kernel/machine/interrupts.h. A vector that interrupt_enter_at() sets therefore has such
 * an entry or table of its own, and the stub is its address. */
#ifndef KERNEL_ONE_ENTRY_CPU_INTERRUPT_H
#define KERNEL_ONE_ENTRY_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/machine/interrupts.h"
#include "kernel/machine/trap_frame.h"

/* Let this CPU use the entry that interrupt_enter_at() set, or the normal one. */
void interrupt_init_this_cpu(void);

/* Let entries from user mode use an entry; NULL restores the normal one. As interrupt_enter_at. */
void interrupt_enter_from_user_at(void (*stub)(void));

/* Each kernel/NAME/ has these. Called by the normal entry for each exception, interrupts off: count
 * it and call its handler. */
void exception_dispatch(struct trap_frame *frame);

/* Let this CPU use an entry; 0: the normal one. */
void interrupt_use_entry(uintptr_t entry);

#endif
