/* SPDX-License-Identifier: MIT */
/* The handlers of vectors, which all CPUs share, and their counts. */
#include "kernel/machine/interrupts.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/exception.h"
#include "lib/cpu/interrupts.h"

/* Limit of interrupts without a handler. Other CPUs may bring a few that firmware left. More of
 * them mean an unexpected device, which also disturbs samples. */
#define STRAYS_MAX 64

struct vector_state interrupt_states[VECTOR_COUNT];
static uint64_t unexpected_count;

void interrupt_handle(uint8_t vector, interrupt_handler *handler)
{
	interrupt_states[vector].handler = handler;
}

uint64_t interrupt_count(uint8_t vector)
{
	return interrupt_states[vector].count;
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
	if (interrupt_states[vector].unexpected == 0)
		return;
	interrupt_states[vector].unexpected--;
	unexpected_count--;
}

void interrupt_report_unexpected(void)
{
	for (unsigned vector = EXCEPTION_VECTORS; vector < VECTOR_COUNT; vector++) {
		if (interrupt_states[vector].unexpected > 0)
			warning("interrupt", "vector %#x: no handler; count %lu", vector,
				interrupt_states[vector].unexpected);
	}
	if (unexpected_count > STRAYS_MAX)
		validity_check_failed(NULL, "interrupts",
				      "%lu interrupts without a handler; at most %u are expected",
				      unexpected_count, STRAYS_MAX);
}

static void take_unexpected(struct vector_state *state, uint8_t vector)
{
	if (!this_cpu()->discards_unexpected) {
		state->unexpected++;
		unexpected_count++;
	}
	interrupt_acknowledge_unexpected(vector);
}

void interrupt_dispatch(struct trap_frame *frame)
{
	struct vector_state *state = &interrupt_states[frame->vector];
	const struct cpu *cpu = this_cpu();

	state->count++;
	if (cpu->observer != NULL)
		cpu->observer(frame->vector);
	if (state->handler != NULL)
		state->handler(frame);
	else if (frame->vector < EXCEPTION_VECTORS)
		exception_unhandled(frame);
	else
		take_unexpected(state, (uint8_t)frame->vector);
}
