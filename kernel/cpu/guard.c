/* SPDX-License-Identifier: MIT */
/* Sets this CPU's guard around a call; exception handlers use it to abort the call. */
#include "kernel/machine/guard.h"

#include <stddef.h>

#include "kernel/core/panic.h"
#include "kernel/machine/cpu.h"

int guard_enter(struct guard *guard, void (*function)(void *), void *argument);

static const struct guard_cleanup *cleanups;

void guard_clean_up_by(const struct guard_cleanup *list)
{
	cleanups = list;
}

static void guard_clean_up(bool is_boot_cpu)
{
	for (const struct guard_cleanup *i = cleanups; i != NULL && i->function != NULL; i++) {
		if (is_boot_cpu || i->on_every_cpu)
			i->function();
	}
}

int guard_call(struct guard *guard, void (*function)(void *), void *argument)
{
	struct cpu *cpu = this_cpu();
	int left;

	if (cpu->guard != NULL)
		panic("guard_call: CPU %u is already in a guarded call", cpu->index);
	cpu->guard = guard;
	left = guard_enter(guard, function, argument);
	cpu->guard = NULL;
	if (left != 0)
		guard_clean_up(cpu->index == 0);
	return left;
}
