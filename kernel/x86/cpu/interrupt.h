/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions: descriptor table, one handler per vector, and counts. */
#ifndef KERNEL_X86_CPU_INTERRUPT_H
#define KERNEL_X86_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/x86/core/trap_frame.h"
#include "kernel/x86/cpu/vector.h"
#include "lib/x86/exception_name.h"

/* Limit of a wait for a tried interrupt, after which its source counts as missing. A busy host
 * delays the interrupts of an emulator. */
#define INTERRUPT_LIMIT_US 1000000

typedef void interrupt_handler(struct trap_frame *frame);

/* A descriptor table. Intel SDM vol. 3A, "64-Bit Mode IDT". */
struct interrupt_gate {
	uint16_t offset_low;
	uint16_t selector;
	uint16_t stack_and_type;
	uint16_t offset_middle;
	uint32_t offset_high;
	uint32_t reserved;
};

struct interrupt_table {
	struct interrupt_gate gates[VECTORS];
} __attribute__((aligned(16)));

/* Fill another table with the stubs of a macro of isr_stubs.inc. Vectors without an interrupt stack
 * of their own use the given one. */
void interrupt_table_fill(struct interrupt_table *table, const char *stubs, unsigned stack);

/* Let ring 3 raise a vector of another table by INT, which enters stub on that interrupt stack. */
void interrupt_table_set_user_gate(struct interrupt_table *table, uint8_t vector,
				   void (*stub)(void), unsigned stack);

/* Load another table on this CPU, until interrupt_init_this_cpu. */
void interrupt_table_load(const struct interrupt_table *table);

/* Load the shared descriptor table. The boot CPU's first call builds it. */
void interrupt_init_this_cpu(void);

/* Set the handler of a vector; NULL removes it. Handlers run with interrupts off and acknowledge
 * the interrupt themselves. */
void interrupt_handle(uint8_t vector, interrupt_handler *handler);

/* Set the function that acknowledges interrupts without a handler. */
void interrupt_acknowledge_by(void (*acknowledge)(void));

/* Let a vector enter stub directly, without saving anything; NULL restores the normal stub. For
 * trials that time the first instruction. */
void interrupt_enter_at(uint8_t vector, void (*stub)(void));

/* The same for a vector that user mode may raise by INT; NULL also forbids that. */
void interrupt_enter_from_user_at(uint8_t vector, void (*stub)(void));

/* Number of interrupts of a vector that the normal stub handled since boot, on all CPUs; and of all
 * interrupts without a handler that were neither discarded nor forgotten. */
uint64_t interrupt_count(uint8_t vector);
uint64_t interrupt_unexpected_count(void);

/* Handle what is pending on this CPU, without counting what has no handler. For the requests that
 * firmware leaves, after its sources are masked; interrupts off. */
void interrupt_discard_pending(void);

/* Forget the latest interrupt of a vector if it had no handler: it was raised on purpose. */
void interrupt_forget_latest(uint8_t vector);

/* Warn about each vector that was received without a handler, including spurious interrupts. */
void interrupt_report_unexpected(void);

/* Entry point in C of every vector, called by isr.S. */
void interrupt_dispatch(struct trap_frame *frame);

#endif
