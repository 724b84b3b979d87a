/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions: the table of vectors, for kernel/machine/interrupts.h. The processor
 * has one entry for all interrupts and one for all exceptions of a level. A vector that
 * interrupt_enter_at() sets therefore has a table of its own, and the stub is the address of that
 * table. */
#ifndef KERNEL_AARCH64_CPU_INTERRUPT_H
#define KERNEL_AARCH64_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/aarch64/core/trap_frame.h"
#include "kernel/machine/interrupts.h"

/* Let this CPU use the table that interrupt_enter_at() set, or the normal one. */
void interrupt_init_this_cpu(void);

/* Let entries from user mode use a table; NULL restores the normal one. As interrupt_enter_at. */
void interrupt_enter_from_user_at(void (*table)(void));

/* Count a vector's interrupt and call its handler. Called by the interrupt controller's driver. */
void interrupt_dispatch(struct trap_frame *frame);

/* Called by vectors.S for each exception, interrupts off. */
void exception_dispatch(struct trap_frame *frame);

#endif
