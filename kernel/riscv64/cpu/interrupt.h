/* SPDX-License-Identifier: MIT */
/* The software interrupt, which stands for several vectors. */
#ifndef KERNEL_RISCV64_CPU_INTERRUPT_H
#define KERNEL_RISCV64_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/one_entry/cpu/interrupt.h"

/* Called by trap.S for a software interrupt, which is then cleared. Software interrupts are off. */
void software_interrupt_dispatch(struct trap_frame *frame);

/* Raise a software interrupt of this CPU, as self_interrupt() does, or of another CPU, before it is
 * sent there. */
void interrupt_raise(struct cpu *cpu, uint8_t vector);

#endif
