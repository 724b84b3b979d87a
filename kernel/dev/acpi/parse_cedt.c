/* SPDX-License-Identifier: MIT */
/* The CEDT: windows of physical addresses for CXL memory. Compute Express Link Specification 3.1,
 * "CXL Early Discovery Table (CEDT)" and "CXL Fixed Memory Window Structure (CFMWS)". */
#include "kernel/dev/acpi/parse_nodes.h"

#define STRUCTURE_HEADER_BYTES 4
#define STRUCTURE_LENGTH 2
#define TYPE_WINDOW 1
#define WINDOW_BYTES 36                 /* size without the list of interleaved targets */
#define WINDOW_BASE 8
#define WINDOW_SIZE 16

/* A number for the next node. Returns UINT32_MAX if no number is left. */
static uint32_t next_domain(const struct acpi_nodes *nodes)
{
	uint32_t last = 0;

	for (uint32_t node = 0; node < nodes->count; node++)
		last = nodes->domains[node] > last ? nodes->domains[node] : last;
	return last < UINT32_MAX ? last + 1 : UINT32_MAX;
}

static bool is_in_nodes(const struct acpi_nodes *nodes, uint64_t base_phys, uint64_t size_bytes)
{
	for (uint32_t i = 0; i < nodes->range_count; i++) {
		const struct acpi_node_range *range = &nodes->ranges[i];

		if (base_phys < range->base_phys + range->size_bytes &&
		    range->base_phys < base_phys + size_bytes)
			return true;
	}
	return false;
}

static void decode_window(struct acpi_nodes *nodes, struct acpi_bytes entry,
			  acpi_is_memory *is_memory)
{
	uint64_t base_phys = acpi_field(entry, WINDOW_BASE, 8);
	uint64_t size_bytes = acpi_field(entry, WINDOW_SIZE, 8);
	uint32_t domain = next_domain(nodes);

	if (size_bytes == 0 || size_bytes > UINT64_MAX - base_phys ||
	    is_in_nodes(nodes, base_phys, size_bytes) || !is_memory(base_phys, size_bytes))
		return;
	if (nodes->count == ACPI_NODES_MAX || nodes->range_count == ACPI_NODE_RANGES_MAX ||
	    domain == UINT32_MAX) {
		nodes->dropped++;
		return;
	}
	nodes->ranges[nodes->range_count++] = (struct acpi_node_range){
		.base_phys = base_phys, .size_bytes = size_bytes, .node = nodes->count,
	};
	nodes->domains[nodes->count++] = domain;
}

void acpi_parse_cedt(struct acpi_bytes table, struct acpi_nodes *nodes, acpi_is_memory *is_memory)
{
	size_t offset = ACPI_HEADER_BYTES;

	while (offset < table.size && table.size - offset >= STRUCTURE_HEADER_BYTES) {
		size_t length = acpi_field(table, offset + STRUCTURE_LENGTH, 2);
		struct acpi_bytes entry = {table.data + offset, length};

		if (length < STRUCTURE_HEADER_BYTES || length > table.size - offset)
			return;
		if (table.data[offset] == TYPE_WINDOW && length >= WINDOW_BYTES)
			decode_window(nodes, entry, is_memory);
		offset += length;
	}
}
