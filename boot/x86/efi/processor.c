/* SPDX-License-Identifier: MIT */
#include "boot/efi/processor.h"

/* Nothing to find, because the I/O ports of QEMU's fw_cfg device are fixed. */
void processor_init(void)
{
}

bool processor_read_line(char *line, size_t size, size_t *length)
{
	(void)line;
	(void)size;
	(void)length;
	return false;
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
