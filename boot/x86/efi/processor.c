/* SPDX-License-Identifier: MIT */
#include "boot/efi/processor.h"

/* Its I/O ports are fixed. */
void processor_find_fw_cfg(void)
{
}

void processor_enter_kernel(char *kernel, uint32_t entry_offset, struct boot_info *info)
{
	void (*entry)(const struct boot_info *) = (void *)(kernel + entry_offset);

	entry(info);
}
