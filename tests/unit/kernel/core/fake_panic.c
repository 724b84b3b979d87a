/* SPDX-License-Identifier: MIT */
/* A machine of one CPU that does not panic. */
#include "kernel/core/panic_owner.h"

#include <stdlib.h>

uint64_t panic_owner_self(void)
{
	return 1;
}

bool panic_owner_is_other(void)
{
	return false;
}

void panic_owner_obey(void)
{
	abort();
}
