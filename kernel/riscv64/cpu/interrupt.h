/* SPDX-License-Identifier: MIT */
/* The software interrupt, which stands for several vectors. */
#ifndef KERNEL_RISCV64_CPU_INTERRUPT_H
#define KERNEL_RISCV64_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/one_entry/cpu/interrupt.h"

/* Called by trap.S for a software interrupt that it has cleared. Software interrupts are off. */
void software_interrupt_dispatch(struct trap_frame *frame);

/* Note in a CPU's data which vector a software interrupt stands for, before the interrupt is sent
 * to that CPU. */
void interrupt_raise(struct cpu *cpu, uint8_t vector);

#endif
