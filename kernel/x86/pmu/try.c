/* SPDX-License-Identifier: MIT */
/* For pmu.c: executes a known number of instructions in either ring, and waits for overflow
 * interrupts. */
#include <stdbool.h>

#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/cpu/user_mode.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/pmu/pmu.h"
#include "lib/x86/control.h"

#define HEAR_LIMIT_US 1000              /* for a pending interrupt */

uint64_t pmu_turns(uint64_t turns);     /* in turns.S */

static volatile bool arrived;

void pmu_work(unsigned ring, uint64_t turns)
{
	if (ring == 0)
		pmu_turns(turns);
	else
		user_mode_call(pmu_turns, turns);
}

static void count_arrival(struct trap_frame *frame)
{
	(void)frame;
	arrived = true;
	interrupt_acknowledge();
}

void pmu_listen(void)
{
	arrived = false;
	interrupt_handle(VECTOR_SELF_TEST, count_arrival);
	lapic_performance_select(VECTOR_SELF_TEST);
}

bool pmu_heard(void)
{
	struct spin spin = spin_for_us(HEAR_LIMIT_US);

	interrupts_on();
	while (!arrived && spin_on(&spin))
		;
	interrupts_off();
	lapic_performance_select(0);
	interrupt_handle(VECTOR_SELF_TEST, NULL);
	return arrived;
}
