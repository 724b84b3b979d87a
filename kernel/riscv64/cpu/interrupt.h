/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions: the value of stvec, for kernel/machine/interrupts.h. A vector that
 * interrupt_enter_at() sets has a whole value, since the processor has one entry for all
 * exceptions: the stub is that value. */
#ifndef KERNEL_RISCV64_CPU_INTERRUPT_H
#define KERNEL_RISCV64_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/machine/interrupts.h"
#include "kernel/riscv64/core/trap_frame.h"

/* Let this CPU use the value that interrupt_enter_at() set, or the normal one. */
void interrupt_init_this_cpu(void);

/* Let entries from user mode use a value; NULL restores the normal one. As interrupt_enter_at. */
void interrupt_enter_from_user_at(void (*stub)(void));

/* Count a vector's interrupt and call its handler. */
void interrupt_dispatch(struct trap_frame *frame);

/* Called by trap.S: for each exception, and for a software interrupt, which is cleared. Software
 * interrupts off. */
void exception_dispatch(struct trap_frame *frame);
void software_interrupt_dispatch(struct trap_frame *frame);

/* Raise a software interrupt of this CPU, as self_interrupt() does; of another one, before it is
 * sent there. */
void interrupt_raise(struct cpu *cpu, uint8_t vector);

#endif
