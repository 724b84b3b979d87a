/* SPDX-License-Identifier: MIT */
/* Interrupts and exceptions: the descriptor table, for kernel/machine/interrupts.h. */
#ifndef KERNEL_X86_CPU_INTERRUPT_H
#define KERNEL_X86_CPU_INTERRUPT_H

#include <stdint.h>

#include "kernel/machine/interrupts.h"

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
	struct interrupt_gate gates[VECTOR_COUNT];
} __attribute__((aligned(16)));

/* Fill another table with the stubs of a macro of isr_stubs.inc. Vectors that have no interrupt
 * stack use the given one. */
void interrupt_table_fill(struct interrupt_table *table, const char *stubs, unsigned stack);

/* Let ring 3 raise a vector of another table by INT, which enters stub on the given interrupt
 * stack. */
void interrupt_table_set_user_gate(struct interrupt_table *table, uint8_t vector,
				   void (*stub)(void), unsigned stack);

/* Load another table on this CPU, until interrupt_init_this_cpu. */
void interrupt_table_load(const struct interrupt_table *table);

/* Load the shared descriptor table. The boot CPU's first call builds it. */
void interrupt_init_this_cpu(void);

/* Set the function that acknowledges interrupts without a handler. */
void interrupt_acknowledge_by(void (*acknowledge)(void));

/* Like interrupt_enter_at(), for a vector that user mode may raise by INT. NULL also forbids user
 * mode to raise it. */
void interrupt_enter_from_user_at(uint8_t vector, void (*stub)(void));

#endif
