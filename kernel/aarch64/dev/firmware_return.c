/* SPDX-License-Identifier: MIT */
/* Boot services never stay resident. */
#include "kernel/machine/firmware_return.h"

void firmware_return_init(const struct boot_info *info)
{
	(void)info;
}

bool firmware_is_resident(void)
{
	return false;
}
