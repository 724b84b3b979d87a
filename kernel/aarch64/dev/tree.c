/* SPDX-License-Identifier: MIT */
#include "kernel/aarch64/dev/tree.h"

#include <stddef.h>

#include "kernel/machine/paging.h"
#include "kernel/mm/firmware.h"

#define CELLS 3
enum {KIND_SHARED, KIND_PRIVATE};
#define FIRST_SHARED 32
#define FIRST_PRIVATE 16

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

volatile void *tree_map(const struct device_node *node, unsigned index, const char *device)
{
	uint64_t phys, size_bytes;

	if (!device_node_range(node, index, &phys, &size_bytes))
		return NULL;
	return firmware_map_device(device, phys, size_bytes);
}

uint32_t tree_interrupt(const struct device_node *node, unsigned index)
{
	uint32_t kind, number;

	if (!device_node_cell(node, "interrupts", CELLS * index, &kind) ||
	    !device_node_cell(node, "interrupts", CELLS * index + 1, &number))
		return 0;
	return number + (kind == KIND_PRIVATE ? FIRST_PRIVATE : FIRST_SHARED);
}
