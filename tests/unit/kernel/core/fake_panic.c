/* SPDX-License-Identifier: MIT */
/* A machine that does not panic. Each test program runs on one of its CPUs. */
#include "tests/unit/kernel/core/fake_panic.h"

#include <stdlib.h>

#include "kernel/core/panic_owner.h"
#include "kernel/machine/clock.h"

#define SPIN_TICKS 1000

uint64_t fake_panic_cpu = 1;
uint64_t fake_panic_limit_us;

uint64_t panic_owner_self(void)
{
	return fake_panic_cpu;
}

bool panic_owner_is_other(void)
{
	return false;
}

void panic_owner_obey(void)
{
	abort();
}

struct spin spin_for_us(uint64_t us)
{
	fake_panic_limit_us = us;
	return spin_for(SPIN_TICKS);
}
