/* SPDX-License-Identifier: MIT */
/* The table of vectors in use, and exceptions. */
#include "kernel/one_entry/cpu/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/core/panic.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/exception.h"
#include "kernel/machine/paging.h"
#include "lib/aarch64/control.h"
#include "lib/cpu/exception.h"

extern const char vectors[];

void interrupt_use_entry(uintptr_t entry)
{
	write_register(vbar_el1, entry != 0 ? entry : (uintptr_t)vectors);
}

/* Called by vectors.S for an SError. */
void exception_error(struct trap_frame *frame);

/* An SError is fatal, because its cause may lie anywhere: Arm ARM, "Taxonomy of SError
 * exceptions". */
void exception_error(struct trap_frame *frame)
{
	frame->vector = CLASS_SERROR;
	panic_in_frame(frame, exception_name(CLASS_SERROR));
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
	struct vector_state *state = &interrupt_states[vector];
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
