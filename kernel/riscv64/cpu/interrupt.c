/* SPDX-License-Identifier: MIT */
/* The value of stvec, exceptions, and the interrupts for which the processor's one software
 * interrupt stands. */
#include "kernel/riscv64/cpu/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/machine/cpu.h"
#include "kernel/machine/exception.h"
#include "kernel/machine/paging.h"
#include "lib/riscv64/control.h"

extern const char trap_entry[];

void interrupt_use_entry(uintptr_t entry)
{
	write_register(stvec, entry != 0 ? entry : (uintptr_t)trap_entry);
}

/* Dispatch software interrupts. A handler may have switched to another thread, which has then
 * handled the remaining ones. */
void software_interrupt_dispatch(struct trap_frame *frame)
{
	struct cpu *cpu = this_cpu();
	uint64_t pending;

	while ((pending = __atomic_load_n(&cpu->pending, __ATOMIC_ACQUIRE)) != 0) {
		uint64_t lowest = pending & -pending;

		__atomic_fetch_and(&cpu->pending, ~lowest, __ATOMIC_ACQUIRE);
		frame->vector = VECTOR_SOFTWARE_FIRST;
		while (lowest >>= 1)
			frame->vector++;
		interrupt_dispatch(frame);
	}
}

void interrupt_raise(struct cpu *cpu, uint8_t vector)
{
	__atomic_fetch_or(&cpu->pending, 1ull << (vector - VECTOR_SOFTWARE_FIRST),
			  __ATOMIC_RELEASE);
}

void exception_dispatch(struct trap_frame *frame)
{
	bool is_page_fault = exception_is_page_fault(frame->vector);
	uint64_t vector = is_page_fault ? VECTOR_PAGE_FAULT : frame->vector % EXCEPTION_VECTORS;
	struct vector_state *state = &interrupt_states[vector];
	const struct cpu *cpu = this_cpu();

	state->count++;
	if (cpu->observer != NULL)
		cpu->observer(vector);
	if (is_page_fault)
		paging_latest_fault = frame->value;
	if (state->handler != NULL)
		state->handler(frame);
	else
		exception_unhandled(frame);
}
