/* SPDX-License-Identifier: MIT */
/* Cores and packages in the PPTT, a tree of nodes that name their parent by its offset in the
 * table. ACPI Specification, "Processor Properties Topology Table (PPTT)", "Processor hierarchy
 * node structure (Type 0)". */
#include "kernel/dev/acpi/parse.h"

#define PPTT_STRUCTURES 36
#define PPTT_LEAVES_REVISION 2          /* older tables do not mark leaves */

#define NODE_TYPE 0
#define NODE_BYTES 20
#define NODE_FLAGS 4
#define NODE_PARENT 8
#define NODE_UID 12
#define FLAG_PACKAGE (1u << 0)
#define FLAG_UID (1u << 1)
#define FLAG_THREAD (1u << 2)
#define FLAG_LEAF (1u << 3)
#define LEVELS_MAX 16

/* The node at an offset; size 0 if there is none. */
static struct acpi_bytes node_at(struct acpi_bytes table, size_t offset)
{
	struct acpi_bytes node;

	if (offset < PPTT_STRUCTURES || !acpi_next_structure(table, &offset, &node) ||
	    node.data[0] != NODE_TYPE || node.size < NODE_BYTES)
		return (struct acpi_bytes){0};
	return node;
}

static uint32_t parent_of(struct acpi_bytes node)
{
	return (uint32_t)acpi_field(node, NODE_PARENT, 4);
}

/* The offset of the package that contains the node at an offset. Returns 0 if there is none. */
static uint32_t package_of(struct acpi_bytes table, uint32_t offset)
{
	for (unsigned level = 0; level < LEVELS_MAX; level++) {
		struct acpi_bytes node = node_at(table, offset);

		if (node.size == 0)
			return 0;
		if ((acpi_field(node, NODE_FLAGS, 4) & FLAG_PACKAGE) != 0)
			return offset;
		offset = parent_of(node);
	}
	return 0;
}

/* Add the place of a CPU. Returns false if the table does not state it. */
static bool add_place(struct acpi_bytes table, uint32_t offset, struct acpi_bytes node,
		      struct acpi_places *places)
{
	uint32_t flags = (uint32_t)acpi_field(node, NODE_FLAGS, 4);
	uint32_t package = package_of(table, offset);

	if ((flags & FLAG_UID) == 0 || package == 0 || places->count == CPUS_MAX)
		return false;
	places->places[places->count++] = (struct acpi_place){
		.uid = (uint32_t)acpi_field(node, NODE_UID, 4),
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
		if (node.data[0] == NODE_TYPE && node.size >= NODE_BYTES &&
		    (acpi_field(node, NODE_FLAGS, 4) & FLAG_LEAF) != 0 &&
		    !add_place(table, (uint32_t)begin, node, places))
			return false;
	}
	return places->count > 0;
}
