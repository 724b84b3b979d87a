/* SPDX-License-Identifier: MIT */
#include "kernel/riscv64/dev/tree.h"

#include <stddef.h>

#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"

static struct device_tree opened;

void tree_init(const struct boot_info *info)
{
	const void *header;

	if (info->device_tree_phys == 0)
		return;
	header = paging_map_firmware(info->device_tree_phys, DEVICE_TREE_HEADER_BYTES);
	if (header == NULL)
		return;
	device_tree_open(&opened, paging_map_firmware(info->device_tree_phys,
						      device_tree_bytes(header)));
}

const struct device_tree *machine_tree(void)
{
	return &opened;
}

volatile void *tree_map(const struct device_node *node, const char *device)
{
	uint64_t phys, size_bytes;

	if (!device_node_range(node, 0, &phys, &size_bytes))
		return NULL;
	return firmware_map_device(device, phys, size_bytes);
}
