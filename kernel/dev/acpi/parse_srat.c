/* SPDX-License-Identifier: MIT */
/* The SRAT: which CPUs and which ranges of memory make a node. ACPI Specification, "System Resource
 * Affinity Table (SRAT)". */
#include "kernel/dev/acpi/parse_nodes.h"

#define SRAT_STRUCTURES 48

/* "Static Resource Allocation Structure": its type, and its smallest length. */
enum {
	SRAT_LAPIC = 0,
	SRAT_MEMORY = 1,
	SRAT_X2APIC = 2,
	SRAT_GICC = 3,
};

#define SRAT_LAPIC_BYTES 16
#define SRAT_MEMORY_BYTES 40
#define SRAT_X2APIC_BYTES 24
#define SRAT_GICC_BYTES 18
#define AFFINITY_ENABLED (1u << 0)

/* From this revision on a domain has 32 bits. In revision 1 it has 8 bits, and the other bytes may
 * be anything. */
#define REVISION_WIDE 2

uint32_t acpi_node_of_domain(const struct acpi_nodes *nodes, uint64_t domain)
{
	uint32_t node = 0;

	while (node < nodes->count && nodes->domains[node] != domain)
		node++;
	return node;
}

/* The node of a domain. Returns ACPI_NODES_MAX if there is no room for another node. */
static uint32_t node_for(struct acpi_nodes *nodes, uint32_t domain)
{
	uint32_t node = acpi_node_of_domain(nodes, domain);

	if (node == nodes->count && node < ACPI_NODES_MAX)
		nodes->domains[nodes->count++] = domain;
	return node;
}

static void add_node_cpu(struct acpi_nodes *nodes, uint32_t apic_id, uint32_t domain)
{
	uint32_t node = node_for(nodes, domain);

	if (node == ACPI_NODES_MAX || nodes->cpu_count == CPUS_MAX) {
		nodes->dropped++;
		return;
	}
	nodes->cpus[nodes->cpu_count].apic_id = apic_id;
	nodes->cpus[nodes->cpu_count++].node = node;
}

static void add_node_range(struct acpi_nodes *nodes, struct acpi_bytes entry, uint32_t domain)
{
	uint64_t base_phys = acpi_field(entry, 8, 8), size_bytes = acpi_field(entry, 16, 8);
	uint32_t node;

	if (size_bytes == 0 || size_bytes > UINT64_MAX - base_phys)
		return;
	node = node_for(nodes, domain);
	if (node == ACPI_NODES_MAX || nodes->range_count == ACPI_NODE_RANGES_MAX) {
		nodes->dropped++;
		return;
	}
	nodes->ranges[nodes->range_count++] = (struct acpi_node_range){
		.base_phys = base_phys, .size_bytes = size_bytes, .node = node,
	};
}

static void decode_cpu(struct acpi_nodes *nodes, struct acpi_bytes entry, bool is_wide)
{
	unsigned type = entry.data[0];
	uint32_t high = is_wide ? (uint32_t)acpi_field(entry, 9, 3) << 8 : 0;

	if (type == SRAT_LAPIC && entry.size >= SRAT_LAPIC_BYTES &&
	    (acpi_field(entry, 4, 4) & AFFINITY_ENABLED) != 0)
		add_node_cpu(nodes, (uint32_t)acpi_field(entry, 3, 1),
			     (uint32_t)acpi_field(entry, 2, 1) | high);
	if (type == SRAT_X2APIC && entry.size >= SRAT_X2APIC_BYTES &&
	    (acpi_field(entry, 12, 4) & AFFINITY_ENABLED) != 0)
		add_node_cpu(nodes, (uint32_t)acpi_field(entry, 8, 4),
			     (uint32_t)acpi_field(entry, 4, 4));
	if (type == SRAT_GICC && entry.size >= SRAT_GICC_BYTES &&
	    (acpi_field(entry, 10, 4) & AFFINITY_ENABLED) != 0)
		add_node_cpu(nodes, (uint32_t)acpi_field(entry, 6, 4),
			     (uint32_t)acpi_field(entry, 2, 4));
}

static void decode_memory(struct acpi_nodes *nodes, struct acpi_bytes entry, bool is_wide)
{
	if (entry.data[0] == SRAT_MEMORY && entry.size >= SRAT_MEMORY_BYTES &&
	    (acpi_field(entry, 28, 4) & AFFINITY_ENABLED) != 0)
		add_node_range(nodes, entry, (uint32_t)acpi_field(entry, 2, is_wide ? 4 : 1));
}

static void visit_structures(struct acpi_bytes table, struct acpi_nodes *nodes,
			     void (*decode)(struct acpi_nodes *nodes, struct acpi_bytes entry,
					    bool is_wide))
{
	bool is_wide = acpi_field(table, 8, 1) >= REVISION_WIDE;
	size_t offset = SRAT_STRUCTURES;
	struct acpi_bytes entry;

	while (acpi_next_structure(table, &offset, &entry))
		decode(nodes, entry, is_wide);
}

static bool overlaps(const struct acpi_node_range *a, const struct acpi_node_range *b)
{
	return a->node != b->node && a->base_phys < b->base_phys + b->size_bytes &&
	       b->base_phys < a->base_phys + a->size_bytes;
}

bool acpi_parse_srat(struct acpi_bytes table, struct acpi_nodes *nodes)
{
	*nodes = (struct acpi_nodes){0};
	visit_structures(table, nodes, decode_cpu);
	visit_structures(table, nodes, decode_memory);
	for (uint32_t i = 0; i < nodes->range_count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			if (overlaps(&nodes->ranges[i], &nodes->ranges[j]))
				return false;
		}
	}
	return true;
}
