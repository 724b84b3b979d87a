/* SPDX-License-Identifier: MIT */
#include "boot/efi/processor.h"

/* Its I/O ports are fixed. */
void processor_find_fw_cfg(void)
{
}

uint64_t processor_memory_begin(void)
{
	return 0;
}

void processor_ready_kernel(char *kernel, struct boot_info *info)
{
	(void)kernel;
	(void)info;
}
