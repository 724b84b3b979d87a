/* SPDX-License-Identifier: MIT */
/* The handlers of vectors, and the value of stvec in use. All CPUs share the handlers. */
#include "kernel/riscv64/cpu/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "kernel/machine/exception.h"
#include "kernel/machine/paging.h"
#include "kernel/riscv64/cpu/cpu.h"
#include "lib/cpu/interrupts.h"
#include "lib/riscv64/control.h"

/* Other CPUs may bring a few leftovers of firmware. More mean an unexpected device, which also
 * disturbs samples. */
#define STRAYS_MAX 64

struct vector_state {
	interrupt_handler *handler;
	uint64_t count;                 /* on all CPUs; benchmarks read one */
	uint64_t unexpected;            /* of these, without a handler */
};

extern const char trap_entry[];

static struct vector_state states[VECTOR_COUNT];
static uint64_t unexpected_count;
static uintptr_t entry;                 /* in use; 0: the normal one */

void interrupt_init_this_cpu(void)
{
	write_register(stvec, entry != 0 ? entry : (uintptr_t)trap_entry);
}

void interrupt_enter_at(uint8_t vector, void (*stub)(void))
{
	(void)vector;
	entry = (uintptr_t)stub;
	interrupt_init_this_cpu();
}

void interrupt_enter_from_user_at(void (*stub)(void))
{
	entry = (uintptr_t)stub;
	interrupt_init_this_cpu();
}

void interrupt_handle(uint8_t vector, interrupt_handler *handler)
{
	states[vector].handler = handler;
}

uint64_t interrupt_count(uint8_t vector)
{
	return states[vector].count;
}

uint64_t interrupt_unexpected_count(void)
{
	return unexpected_count;
}

void interrupt_discard_pending(void)
{
	struct cpu *cpu = this_cpu();

	cpu->discards_unexpected = true;
	interrupts_handle_pending();
	cpu->discards_unexpected = false;
}

void interrupt_forget_latest(uint8_t vector)
{
	if (states[vector].unexpected == 0)
		return;
	states[vector].unexpected--;
	unexpected_count--;
}

void interrupt_report_unexpected(void)
{
	for (unsigned vector = EXCEPTION_VECTORS; vector < VECTOR_COUNT; vector++) {
		if (states[vector].unexpected > 0)
			warning("interrupt", "vector %#x: no handler; count %lu", vector,
				states[vector].unexpected);
	}
	if (unexpected_count > STRAYS_MAX)
		validity_check_failed(NULL, "interrupts",
				      "%lu interrupts without a handler; at most %u are expected",
				      unexpected_count, STRAYS_MAX);
}

void interrupt_dispatch(struct trap_frame *frame)
{
	struct vector_state *state = &states[frame->vector];
	const struct cpu *cpu = this_cpu();

	state->count++;
	if (cpu->observer != NULL)
		cpu->observer(frame->vector);
	if (state->handler != NULL) {
		state->handler(frame);
		return;
	}
	if (!cpu->discards_unexpected) {
		state->unexpected++;
		unexpected_count++;
	}
}

/* A handler may have switched to another thread, which has handled what was left. */
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
	struct vector_state *state = &states[vector];
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
