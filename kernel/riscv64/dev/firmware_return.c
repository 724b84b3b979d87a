/* SPDX-License-Identifier: MIT */
/* There is no loader for UEFI, so boot services are never resident. */
#include "kernel/machine/firmware_return.h"

void firmware_return_init(const struct boot_info *info)
{
	(void)info;
}

bool firmware_is_resident(void)
{
	return false;
}

void firmware_return_all(bool has_failed)
{
	(void)has_failed;
}

bool firmware_return_must_stay_on(void)
{
	return false;
}
