/* SPDX-License-Identifier: MIT */
#include "boot/efi/tree/machine.h"

#include <stddef.h>

#include "boot/device_tree_info.h"
#include "boot/efi/firmware.h"
#include "boot/efi/memory.h"
#include "boot/efi/tree/fw_cfg_acpi.h"
#include "boot/fw_cfg_memory.h"
#include "boot/memory_map.h"
#include "lib/text/string.h"

/* UEFI Specification 2.10, section 4.6.1.3, "Devicetree Tables". */
#define DEVICE_TREE_GUID \
	{0xb1b621d5, 0xf19c, 0x41a5, {0x83, 0x0b, 0xd9, 0x15, 0x2c, 0x69, 0xaa, 0xe0}}

#define GIB 0x40000000ull

static uint64_t fw_cfg_phys;

const void *machine_open_tree(struct device_tree *tree)
{
	EFI_GUID guid = DEVICE_TREE_GUID;
	const void *bytes = firmware_table(&guid);

	*tree = (struct device_tree){0};
	return bytes != NULL && device_tree_open(tree, bytes) ? bytes : NULL;
}

void machine_find_fw_cfg(void)
{
	EFI_GUID acpi_20_guid = ACPI_20_TABLE_GUID;
	struct device_tree tree;

	fw_cfg_phys = machine_open_tree(&tree) != NULL
		? fw_cfg_find(&tree) : fw_cfg_find_acpi(firmware_table(&acpi_20_guid));
	fw_cfg_use((volatile void *)(uintptr_t)fw_cfg_phys);
}

/* Before version 8.0, QEMU has no -fw_cfg on riscv64, so the words are those of the kernel's
 * command line. On another machine those words are for Linux. Devicetree Specification 0.4,
 * "/chosen Node". */
bool machine_read_line(char *line, size_t size, size_t *length)
{
	struct device_tree tree;
	struct device_node chosen;
	const char *words;

	if (fw_cfg_phys == 0 || machine_open_tree(&tree) == NULL ||
	    !device_tree_find_name(&tree, 1, "chosen", &chosen))
		return false;
	words = device_node_text(&chosen, "bootargs");
	if (words == NULL)
		return false;
	text_copy(line, size, words);
	*length = strlen(words);
	return true;
}

/* These machines have memory from a multiple of 1 GiB on, where the map begins. */
uint64_t machine_memory_begin(void)
{
	static uint64_t begin_phys;
	struct memory_map map = {0};

	if (begin_phys != 0 || memory_read_map(&map) != EFI_SUCCESS)
		return begin_phys;
	begin_phys = UINT64_MAX;
	for (UINTN at = 0; map.bytes - at >= map.descriptor_bytes; at += map.descriptor_bytes) {
		const EFI_MEMORY_DESCRIPTOR *descriptor =
			(const void *)((const char *)map.descriptors + at);

		if (descriptor->Type == EfiConventionalMemory &&
		    descriptor->PhysicalStart < begin_phys)
			begin_phys = descriptor->PhysicalStart;
	}
	firmware_services->FreePool(map.descriptors);
	begin_phys = begin_phys / GIB * GIB;
	return begin_phys;
}

void machine_describe(struct boot_info *info)
{
	struct device_tree tree;
	const void *bytes = machine_open_tree(&tree);

	if (bytes != NULL) {
		info->device_tree_phys = (uintptr_t)bytes;
		boot_memory_add(info, (uintptr_t)bytes, tree.size_bytes, BOOT_MEMORY_LOADER);
		device_tree_add_reserved(&tree, info);
	}
	info->fw_cfg_phys = fw_cfg_phys;
}
