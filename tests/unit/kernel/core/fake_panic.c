/* SPDX-License-Identifier: MIT */
/* A machine of one CPU that does not panic. */
#include "kernel/core/panic.h"

#include <stdlib.h>

uint64_t panic_self(void)
{
	return 1;
}

bool panic_is_elsewhere(void)
{
	return false;
}

void panic_halt(void)
{
	abort();
}
