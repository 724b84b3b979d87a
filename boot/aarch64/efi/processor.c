/* SPDX-License-Identifier: MIT */
/* Firmware leaves MMU and caches on: UEFI Specification 2.10, section 2.3.6, "AArch64
 * Platforms". */
#include "boot/efi/processor.h"

#include <stddef.h>

#include "boot/efi/tree/machine.h"
#include "lib/aarch64/cache_clean.h"

/* Linux, arch/arm64/include/uapi/asm/setup.h: COMMAND_LINE_SIZE, less the end. */
#define LINE_MAX 2047

void processor_init(void)
{
	machine_find_fw_cfg();
}

bool processor_read_line(char *line, size_t size, size_t *length)
{
	return machine_read_line(line, size, length);
}

uint64_t processor_memory_begin(void)
{
	return machine_memory_begin();
}

/* Linux finds its console in the device tree or in the ACPI table SPCR. */
struct processor_linux processor_linux(void)
{
	return (struct processor_linux){.parameters = "", .line_max = LINE_MAX};
}

/* The kernel first runs without the MMU and reads the device tree like memory of a device, so image
 * and tree are cleaned from the caches. */
void processor_ready_kernel(char *kernel, struct boot_info *info)
{
	struct device_tree tree;
	const void *bytes = machine_open_tree(&tree);

	machine_describe(info);
	if (bytes != NULL)
		cache_clean(bytes, tree.size_bytes);
	cache_clean(kernel, (size_t)((char *)(info + 1) - kernel));
}
