/* SPDX-License-Identifier: MIT */
/* The cost of recording an event. If the recorder is off, an iteration on x86-64 is four times cmpb
 * and jne, and then sub, cmp, ja. */
#include "bench/platform.h"
#include "kernel/flow/record.h"
#include "kernel/machine/cpu.h"

static struct flow_task task;

static void rewind(struct flow_ring *ring)
{
	ring->next = ring->first;
}

/* Recorded code runs first, because the recorder may then be on. */
static void cost_pass(unsigned kind)
{
	__asm__ volatile("" : : : "memory");
	flow_event(kind, &task, 0, 1);
}

void platform_flow_record(uint64_t events)
{
	task.number = 1;
	rewind(&flow_recorder.rings[this_cpu()->index]);
	for (; events >= 4; events -= 4) {
		cost_pass(FLOW_BEGIN_USE);
		cost_pass(FLOW_END_USE);
		cost_pass(FLOW_BEGIN_USE);
		cost_pass(FLOW_END_USE);
	}
}
