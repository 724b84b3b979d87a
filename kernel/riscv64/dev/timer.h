/* SPDX-License-Identifier: MIT */
/* The timer of each CPU, and interrupts between CPUs. */
#ifndef KERNEL_RISCV64_DEV_TIMER_H
#define KERNEL_RISCV64_DEV_TIMER_H

#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"

struct trap_frame;

/* Test an interrupt of this CPU to itself, and the timer. Warns about what does not work. Once,
 * interrupts off, after clock_init. */
void timer_init(void);

/* Called by trap.S for the timer's interrupt. Raises what is due as a software interrupt, or lets
 * the watchdog check. */
void timer_interrupt_dispatch(struct trap_frame *frame);

/* Raise the software interrupt of a CPU, and store no vector for its handler. Trials use this
 * function, because their own entry code handles the interrupt. Returns 0, or -ETIMEDOUT if
 * firmware refuses. */
int timer_send_software(uint32_t hardware_id);

/* Let the timer also interrupt this CPU when `time` reaches due, as VECTOR_NMI. */
void timer_watch(uint64_t due);

#endif
