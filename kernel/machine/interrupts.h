/* SPDX-License-Identifier: MIT */
/* Interrupts: a handler for each vector, their counts, and interrupts that a CPU sends. A vector is
 * a number of the processor's kernel; VECTOR_WAKE and others name those that the kernel uses.
 *
 *	void interrupt_acknowledge(void)
 *		Acknowledge the current interrupt, in its handler.
 *	void self_interrupt(uint8_t vector)
 *		Interrupt this CPU; taken when interrupts are enabled. */
#ifndef KERNEL_MACHINE_INTERRUPTS_H
#define KERNEL_MACHINE_INTERRUPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/arch.h"

/* Limit of a wait for an interrupt in a test, after which its source counts as missing. The limit
 * is high, because a busy host delays an emulator's interrupts. */
#define INTERRUPT_LIMIT_US 1000000

typedef void interrupt_handler(struct trap_frame *frame);

/* State of a vector, which may be an exception's. */
struct vector_state {
	interrupt_handler *handler;
	uint64_t count;                 /* interrupts on all CPUs; benchmarks read this */
	uint64_t unexpected;            /* how many of them had no handler */
};

extern struct vector_state interrupt_states[VECTOR_COUNT];

/* Called by the entries in assembly, interrupts off: count the vector and call its handler. */
void interrupt_dispatch(struct trap_frame *frame);

/* Acknowledge an interrupt without a handler, where that is necessary. Each kernel/NAME/ implements
 * this. */
void interrupt_acknowledge_unexpected(uint8_t vector);

/* Set the handler of a vector; NULL removes it. Handlers run with interrupts off and acknowledge
 * the interrupt themselves. */
void interrupt_handle(uint8_t vector, interrupt_handler *handler);

/* Let a vector enter stub directly, without saving anything. NULL restores the normal stub. For
 * trials that time the first instruction of a handler. */
void interrupt_enter_at(uint8_t vector, void (*stub)(void));

/* Return a number of interrupts since boot, on all CPUs. interrupt_count() counts the interrupts of
 * a vector that the normal stub handled. interrupt_unexpected_count() counts the interrupts without
 * a handler, except those that interrupt_discard_pending() or interrupt_forget_latest() removed. */
uint64_t interrupt_count(uint8_t vector);
uint64_t interrupt_unexpected_count(void);

/* Handle what is pending on this CPU, without counting what has no handler. For interrupts that
 * firmware left pending, after their sources were masked. Interrupts off. */
void interrupt_discard_pending(void);

/* Forget the latest interrupt of a vector, which was raised on purpose, if it had no handler. */
void interrupt_forget_latest(uint8_t vector);

/* Warn about each vector that was received without a handler, including spurious interrupts. */
void interrupt_report_unexpected(void);

/* ---- Sending ---- */

/* Whether an interrupt of this CPU to itself arrived in the test. */
bool self_interrupt_works(void);

/* The number by which interrupt controllers address this CPU. On x86-64 it is the APIC ID.
 * smp_hardware_id() returns it for other CPUs. */
uint32_t cpu_hardware_id(void);

/* Send an interrupt to a CPU. Returns 0, or -ETIMEDOUT if this CPU cannot send it. Earlier writes
 * to memory are visible to the receiver. */
int interrupt_send(uint32_t hardware_id, uint8_t vector);

#endif
