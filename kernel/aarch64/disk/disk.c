/* SPDX-License-Identifier: MIT */
/* There is no disk driver yet. */
#include "kernel/disk/disk.h"

const char *disk_missing_reason(void)
{
	return "the kernel has no disk driver for this processor yet";
}

void disk_conclude(void)
{
}

void disk_close(void)
{
}
