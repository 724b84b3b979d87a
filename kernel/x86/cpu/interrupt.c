/* SPDX-License-Identifier: MIT */
/* The interrupt descriptor table. All CPUs share it; a vector is changed only while no other CPU
 * can receive it. */
#include "kernel/x86/cpu/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/x86/cpu/cpu.h"
#include "lib/x86/control.h"

#define GATE_INTERRUPT 0x8e00u          /* present, DPL 0, interrupt gate */
#define GATE_FROM_USER 0x6000u          /* DPL 3 */

extern const char isr_stubs[];

static struct interrupt_table own_table;
static void (*acknowledge_unexpected)(void);    /* NULL: no interrupt controller yet */
static bool table_is_built;

static unsigned stack_of(unsigned vector)
{
	switch (vector) {
	case VECTOR_NMI:
		return STACK_NMI;
	case VECTOR_DOUBLE_FAULT:
		return STACK_DOUBLE_FAULT;
	case VECTOR_MACHINE_CHECK:
		return STACK_MACHINE_CHECK;
	default:
		return 0;
	}
}

static struct interrupt_gate gate_to(uint64_t entry, unsigned bits)
{
	return (struct interrupt_gate){
		.offset_low = (uint16_t)entry,
		.selector = SELECTOR_CODE,
		.stack_and_type = (uint16_t)(GATE_INTERRUPT | bits),
		.offset_middle = (uint16_t)(entry >> 16),
		.offset_high = (uint32_t)(entry >> 32),
	};
}

void interrupt_table_fill(struct interrupt_table *table, const char *stubs, unsigned stack)
{
	for (unsigned vector = 0; vector < VECTOR_COUNT; vector++)
		table->gates[vector] = gate_to((uintptr_t)stubs +
						       vector * (uint64_t)ISR_STUB_BYTES,
					       stack_of(vector) != 0 ? stack_of(vector) : stack);
}

void interrupt_table_set_user_gate(struct interrupt_table *table, uint8_t vector,
				   void (*stub)(void), unsigned stack)
{
	table->gates[vector] = gate_to((uintptr_t)stub, GATE_FROM_USER | stack);
}

void interrupt_table_load(const struct interrupt_table *table)
{
	const struct {
		uint16_t limit;
		uint64_t base;
	} __attribute__((packed)) idtr = {sizeof(*table) - 1, (uintptr_t)table};

	__asm__ volatile("lidt %0" : : "m"(idtr));
}

static void set_gate(uint8_t vector, void (*stub)(void), unsigned bits)
{
	uint64_t entry = stub != NULL ? (uintptr_t)stub
				      : (uintptr_t)isr_stubs + vector * (uint64_t)ISR_STUB_BYTES;

	own_table.gates[vector] = gate_to(entry, bits | stack_of(vector));
}

void interrupt_enter_at(uint8_t vector, void (*stub)(void))
{
	set_gate(vector, stub, 0);
}

void interrupt_enter_from_user_at(uint8_t vector, void (*stub)(void))
{
	set_gate(vector, stub, stub != NULL ? GATE_FROM_USER : 0);
}

void interrupt_init_this_cpu(void)
{
	if (!table_is_built) {
		for (unsigned vector = 0; vector < VECTOR_COUNT; vector++)
			interrupt_enter_at((uint8_t)vector, NULL);
		table_is_built = true;
	}
	interrupt_table_load(&own_table);
}

void interrupt_acknowledge_by(void (*acknowledge)(void))
{
	acknowledge_unexpected = acknowledge;
}

void interrupt_acknowledge_unexpected(uint8_t vector)
{
	if (vector != VECTOR_SPURIOUS && acknowledge_unexpected != NULL)
		acknowledge_unexpected();
}
