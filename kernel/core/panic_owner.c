/* SPDX-License-Identifier: MIT */
/* CPUs are identified by the address of their data, which differs as soon as there is more than one
 * CPU. */
#include "kernel/core/panic_owner.h"

#include <stddef.h>

#include "lib/cpu/interrupts.h"

#define NO_CPU UINT64_MAX

static uint64_t panic_owner = NO_CPU;   /* set by compare-exchange */
static void (*obeying)(void);           /* NULL: stop at once */

uint64_t panic_owner_self(void)
{
	return cpu_data();
}

bool panic_owner_claim(void)
{
	uint64_t expected = NO_CPU;

	return __atomic_compare_exchange_n(&panic_owner, &expected, panic_owner_self(), false,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

bool panic_owner_exists(void)
{
	return __atomic_load_n(&panic_owner, __ATOMIC_ACQUIRE) != NO_CPU;
}

bool panic_owner_is_other(void)
{
	uint64_t owner = __atomic_load_n(&panic_owner, __ATOMIC_SEQ_CST);

	return owner != NO_CPU && owner != panic_owner_self();
}

void panic_owner_replace(void)
{
	if (panic_owner_exists())
		__atomic_store_n(&panic_owner, panic_owner_self(), __ATOMIC_SEQ_CST);
}

void panic_owner_obey_by(void (*function)(void))
{
	obeying = function;
}

void panic_owner_obey(void)
{
	interrupts_off();
	if (obeying != NULL)
		obeying();
	cpu_stop();
}
