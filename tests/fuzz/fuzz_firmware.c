/* SPDX-License-Identifier: MIT */
/* Fuzz target for data from loaders and firmware, without the tables about memory modules:
 * information of multiboot and PVH, an EFI memory map, ACPI tables, a device tree. The first byte
 * selects one. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "boot/device_tree.h"
#include "boot/device_tree_info.h"
#include "boot/memory_map.h"
#include "boot/x86/multiboot.h"
#include "boot/x86/pvh.h"
#include "kernel/dev/acpi/parse_nodes.h"
#include "kernel/one_entry/dev/tree_caches.h"

/* The address of the bytes in the kernel's view. */
#define BASE_PHYS 0x1000

#define DESCRIPTOR_BYTES 48

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void parse_information(const uint8_t *data, size_t size,
			      int (*parse)(const struct loader_memory *memory, uint64_t info_phys,
					   struct boot_info *info))
{
	static struct boot_info info;
	const struct loader_memory memory = {
		.virt = (uintptr_t)data, .base_phys = BASE_PHYS, .size_bytes = size,
	};

	memset(&info, 0, sizeof(info));
	parse(&memory, BASE_PHYS, &info);
	if (info.memory_count > sizeof(info.memory) / sizeof(info.memory[0]))
		abort();
}

static void parse_memory_map(const uint8_t *data, size_t size)
{
	static struct boot_info info;

	memset(&info, 0, sizeof(info));
	boot_memory_add_efi(&info, data, size, DESCRIPTOR_BYTES);
	if (info.memory_count > sizeof(info.memory) / sizeof(info.memory[0]))
		abort();
}

static void parse_table(struct acpi_bytes table)
{
	struct acpi_soft_off soft_off;
	struct acpi_madt madt;
	static struct acpi_gic gic;
	static struct acpi_places places;
	struct acpi_fadt fadt;
	struct acpi_hpet hpet;
	struct acpi_console consoles[2];
	struct acpi_watchdog_step steps[2];
	uint64_t units_phys[2];
	struct acpi_mcfg mcfgs[2];
	uint32_t requester_id;

	if (acpi_parse_dmar(table, units_phys, 2) > 2 ||
	    acpi_parse_ivrs(table, units_phys, 2) > 2 || acpi_parse_wdat(table, steps, 2) > 2 ||
	    acpi_parse_mcfg(table, mcfgs, 2) > 2)
		abort();
	acpi_parse_spcr(table, consoles);
	if (acpi_parse_dbg2(table, consoles, 2) > 2)
		abort();
	acpi_parse_madt(table, &madt);
	acpi_parse_gic(table, &gic);
	if (acpi_parse_pptt(table, &places) && (places.count == 0 || places.count > CPUS_MAX))
		abort();
	for (uint32_t uid = 0; uid < 8; uid++) {
		static struct cache_list caches;

		if (acpi_parse_caches(table, uid, &caches) && caches.count > CPU_CACHES_MAX)
			abort();
	}
	for (uint32_t requester = 0; requester < 4; requester++)
		acpi_parse_iort(table, requester << 6, 0, &requester_id);
	acpi_parse_gtdt(table);
	acpi_parse_fadt(table, &fadt);
	acpi_parse_hpet(table, &hpet);
	acpi_parse_soft_off(table, &soft_off);
	if (gic.cpu_count > CPUS_MAX || gic.redistributor_ranges > ACPI_REDISTRIBUTORS_MAX)
		abort();
	if (madt.cpu_count > CPUS_MAX || madt.ioapic_count > ACPI_IOAPICS_MAX)
		abort();
}

static bool is_below_4_gib(uint64_t phys, uint64_t size_bytes)
{
	return size_bytes > 0 && phys < 1ull << 32;
}

/* The table is first read as an SRAT; the others need nodes. */
static void parse_nodes(struct acpi_bytes table)
{
	static struct acpi_nodes nodes;

	acpi_parse_srat(table, &nodes);
	if (nodes.count > ACPI_NODES_MAX || nodes.cpu_count > CPUS_MAX ||
	    nodes.range_count > ACPI_NODE_RANGES_MAX)
		abort();
	for (uint32_t i = 0; i < nodes.range_count; i++) {
		if (nodes.ranges[i].node >= nodes.count)
			abort();
	}
	acpi_parse_slit(table, &nodes);
	acpi_parse_hmat(table, &nodes);
	acpi_parse_cedt(table, &nodes, is_below_4_gib);
	for (uint32_t i = 0; i < nodes.range_count; i++) {
		if (nodes.ranges[i].node >= nodes.count || nodes.count > ACPI_NODES_MAX)
			abort();
	}
	nodes.count = 2;
	nodes.domains[0] = 0;
	nodes.domains[1] = 1;
	acpi_parse_slit(table, &nodes);
	acpi_parse_hmat(table, &nodes);
}

static void parse_acpi(const uint8_t *data, size_t size)
{
	const struct acpi_bytes bytes = {data, size};
	struct acpi_root root;
	long offset = acpi_find_rsdp(bytes);

	if (offset >= 0 && !acpi_parse_rsdp((struct acpi_bytes){data + offset,
								size - (size_t)offset}, &root))
		abort();
	acpi_table_length(bytes);
	acpi_table_is_good(bytes, NULL);
	for (unsigned entry_bytes = 4; entry_bytes <= 8; entry_bytes += 4) {
		size_t count = acpi_root_count(bytes, entry_bytes);

		for (size_t i = 0; i < count; i++)
			acpi_root_entry(bytes, entry_bytes, i);
	}
	parse_table(bytes);
	parse_nodes(bytes);
}

/* Ask a node for each kind of property. */
static void read_node(const struct device_node *node)
{
	uint64_t base_phys, size_bytes;
	uint32_t length, value;

	if (strlen(node->name) == 0 && node->depth > 0)
		return;
	device_node_property(node, "reg", &length);
	device_node_text(node, "bootargs");
	device_node_is(node, "arm,pl011");
	device_node_is_enabled(node);
	for (unsigned i = 0; i < 4; i++) {
		device_node_range(node, i, &base_phys, &size_bytes);
		device_node_cell(node, "interrupts", i, &value);
	}
}

/* Its size is its header's word, so firmware's bytes end where the copy does. */
static void parse_device_tree(const uint8_t *data, size_t size)
{
	static struct boot_info info;
	struct device_tree tree;
	struct device_walk walk = {.tree = &tree};
	struct device_node node;
	uint64_t base_phys, size_bytes;
	struct cache_list caches;

	if (size < DEVICE_TREE_HEADER_BYTES || device_tree_bytes(data) > size ||
	    !device_tree_open(&tree, data))
		return;
	while (device_walk_next(&walk, &node)) {
		if (node.depth > DEVICE_TREE_DEPTH_MAX)
			abort();
		read_node(&node);
	}
	for (unsigned i = 0; i < 4; i++)
		device_tree_reservation(&tree, i, &base_phys, &size_bytes);
	device_tree_find(&tree, "arm,pl011", &node);
	if (tree_caches_read(&tree, 0, &caches) && caches.count > CPU_CACHES_MAX)
		abort();
	device_tree_find_name(&tree, 1, "memory", &node);
	memset(&info, 0, sizeof(info));
	device_tree_info(&tree, BASE_PHYS, &info);
	if (info.memory_count > sizeof(info.memory) / sizeof(info.memory[0]))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy;

	if (size == 0)
		return 0;
	copy = malloc(size);            /* aligned, and followed by unmapped memory */
	if (copy == NULL)
		abort();
	memcpy(copy, data + 1, size - 1);
	switch (data[0] % 5) {
	case 0:
		parse_information(copy, size - 1, multiboot1_parse);
		parse_information(copy, size - 1, pvh_parse);
		break;
	case 1:
		parse_information(copy, size - 1, multiboot2_parse);
		break;
	case 2:
		parse_memory_map(copy, size - 1);
		break;
	case 3:
		parse_acpi(data + 1, size - 1);
		break;
	case 4:
		parse_device_tree(copy, size - 1);
		break;
	}
	free(copy);
	return 0;
}
