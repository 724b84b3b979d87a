/* SPDX-License-Identifier: MIT */
/* Cores and packages in the PPTT, a tree of nodes that name their parent by its offset in the
 * table. ACPI Specification, "Processor Properties Topology Table (PPTT)", "Processor hierarchy
 * node structure (Type 0)". */
#include "kernel/dev/acpi/parse_pptt.h"

#define FLAG_PACKAGE (1u << 0)
#define FLAG_THREAD (1u << 2)

static struct acpi_bytes node_at(struct acpi_bytes table, size_t offset)
{
	return pptt_structure_at(table, offset, PPTT_NODE, PPTT_NODE_BYTES);
}

static uint32_t parent_of(struct acpi_bytes node)
{
	return (uint32_t)acpi_field(node, PPTT_NODE_PARENT, 4);
}

/* The offset of the package that contains the node at an offset. Returns 0 if there is none. */
static uint32_t package_of(struct acpi_bytes table, uint32_t offset)
{
	for (unsigned level = 0; level < PPTT_LEVELS_MAX; level++) {
		struct acpi_bytes node = node_at(table, offset);

		if (node.size == 0)
			return 0;
		if ((acpi_field(node, PPTT_NODE_FLAGS, 4) & FLAG_PACKAGE) != 0)
			return offset;
		offset = parent_of(node);
	}
	return 0;
}

/* Add the place of a CPU. Returns false if the table does not state it. */
static bool add_place(struct acpi_bytes table, uint32_t offset, struct acpi_bytes node,
		      struct acpi_places *places)
{
	uint32_t flags = (uint32_t)acpi_field(node, PPTT_NODE_FLAGS, 4);
	uint32_t package = package_of(table, offset);

	if ((flags & PPTT_FLAG_UID) == 0 || package == 0 || places->count == CPUS_MAX)
		return false;
	places->places[places->count++] = (struct acpi_place){
		.uid = (uint32_t)acpi_field(node, PPTT_NODE_UID, 4),
		.core = (flags & FLAG_THREAD) != 0 ? parent_of(node) : offset,
		.package = package,
	};
	return true;
}

bool acpi_parse_pptt(struct acpi_bytes table, struct acpi_places *places)
{
	size_t offset = PPTT_STRUCTURES, begin = offset;
	struct acpi_bytes node;

	places->count = 0;
	if (acpi_field(table, 8, 1) < PPTT_LEAVES_REVISION)
		return false;
	for (; acpi_next_structure(table, &offset, &node); begin = offset) {
		if (pptt_is_leaf(node) && !add_place(table, (uint32_t)begin, node, places))
			return false;
	}
	return places->count > 0;
}
