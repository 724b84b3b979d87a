/* SPDX-License-Identifier: MIT */
/* The handlers of vectors, and the table of vectors in use. All CPUs share the handlers. */
#include "kernel/aarch64/cpu/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/machine/exception.h"
#include "lib/aarch64/control.h"
#include "lib/cpu/interrupts.h"

/* Other CPUs may bring a few leftovers of firmware. More mean an unexpected device, which also
 * disturbs samples. */
#define STRAYS_MAX 64

struct vector_state {
	interrupt_handler *handler;
	uint64_t count;                 /* on all CPUs; benchmarks read one */
	uint64_t unexpected;            /* of these, without a handler */
};

extern const char vectors[];

static struct vector_state states[VECTOR_COUNT];
static uint64_t unexpected_count;
static uintptr_t table;                 /* in use; 0: the normal one */

void interrupt_init_this_cpu(void)
{
	write_register(vbar_el1, table != 0 ? table : (uintptr_t)vectors);
}

void interrupt_enter_at(uint8_t vector, void (*stub)(void))
{
	(void)vector;
	table = (uintptr_t)stub;
	interrupt_init_this_cpu();
}

void interrupt_enter_from_user_at(void (*from_user)(void))
{
	table = (uintptr_t)from_user;
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
	interrupt_acknowledge();
}

/* Arm ARM, "ISS encoding for an exception from a Data Abort": faults of translation, access flag
 * and permission at any level of the table. */
static bool is_page_fault(const struct trap_frame *frame)
{
	unsigned status = frame->syndrome & 0x3f;

	switch (frame->vector) {
	case CLASS_INSTRUCTION_ABORT_LOWER:
	case CLASS_INSTRUCTION_ABORT:
	case CLASS_DATA_ABORT_LOWER:
	case CLASS_DATA_ABORT:
		return status >= 0x04 && status <= 0x0f;
	default:
		return false;
	}
}

void exception_dispatch(struct trap_frame *frame)
{
	uint64_t vector = is_page_fault(frame) ? VECTOR_PAGE_FAULT : frame->vector;
	struct vector_state *state = &states[vector];
	const struct cpu *cpu = this_cpu();
	bool is_abort = vector == VECTOR_PAGE_FAULT && !is_page_fault(frame);

	state->count++;
	if (cpu->observer != NULL)
		cpu->observer(vector);
	if (state->handler != NULL && !is_abort)
		state->handler(frame);
	else
		exception_unhandled(frame);
}
