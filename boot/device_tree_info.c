/* SPDX-License-Identifier: MIT */
/* Devicetree Specification 0.4, "Device Node Requirements": /memory, /reserved-memory, /chosen. */
#include "boot/device_tree_info.h"

#include "boot/loader_memory.h"
#include "boot/memory_map.h"
#include "lib/text/string.h"

#define RANGES_MAX 64u                  /* of a node */

static void add_ranges(const struct device_node *node, enum boot_memory_type type,
		       struct boot_info *info)
{
	uint64_t base_phys, size_bytes;

	for (unsigned i = 0; i < RANGES_MAX; i++) {
		if (!device_node_range(node, i, &base_phys, &size_bytes))
			break;
		boot_memory_add(info, base_phys, size_bytes, type);
	}
}

/* A number of one or two cells. */
static bool address_of(const struct device_node *node, const char *name, uint64_t *phys)
{
	uint32_t high, low;

	if (!device_node_cell(node, name, 0, &high))
		return false;
	*phys = device_node_cell(node, name, 1, &low) ? (uint64_t)high << 32 | low : high;
	return true;
}

static void add_chosen(const struct device_node *node, struct boot_info *info)
{
	uint32_t length;
	const uint8_t *line = device_node_property(node, "bootargs", &length);
	uint64_t start_phys, end_phys;

	if (line != NULL)
		loader_set_command_line(info, (struct span){line, length});
	if (address_of(node, "linux,initrd-start", &start_phys) &&
	    address_of(node, "linux,initrd-end", &end_phys))
		loader_add_module(info, start_phys, end_phys);
}

void device_tree_add_reserved(const struct device_tree *tree, struct boot_info *info)
{
	struct device_walk walk = {.tree = tree};
	struct device_node node;
	bool is_reserved = false;

	while (device_walk_next(&walk, &node)) {
		if (node.depth == 1)
			is_reserved = strcmp(node.name, "reserved-memory") == 0;
		if (node.depth == 2 && is_reserved)
			add_ranges(&node, BOOT_MEMORY_RESERVED, info);
	}
}

void device_tree_info(const struct device_tree *tree, uint64_t tree_phys, struct boot_info *info)
{
	struct device_walk walk = {.tree = tree};
	struct device_node node;
	uint64_t base_phys, size_bytes;

	boot_memory_add(info, tree_phys, tree->size_bytes, BOOT_MEMORY_LOADER);
	for (unsigned i = 0; i < RANGES_MAX; i++) {
		if (!device_tree_reservation(tree, i, &base_phys, &size_bytes))
			break;
		boot_memory_add(info, base_phys, size_bytes, BOOT_MEMORY_RESERVED);
	}
	device_tree_add_reserved(tree, info);
	while (device_walk_next(&walk, &node)) {
		const char *type = device_node_text(&node, "device_type");

		if (node.depth == 1 && strcmp(node.name, "chosen") == 0)
			add_chosen(&node, info);
		else if (node.depth == 1 && type != NULL && strcmp(type, "memory") == 0 &&
			 device_node_is_enabled(&node))
			add_ranges(&node, BOOT_MEMORY_USABLE, info);
	}
}
