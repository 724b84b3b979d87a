/* SPDX-License-Identifier: MIT */
/* The IORT, a graph of nodes that refer to each other by offsets. Arm, "IO Remapping Table"
 * (DEN 0049), "Node format", "ID mapping format", "ITS Group node", "Root complex node". */
#include "kernel/dev/acpi/parse.h"

#define NODES_AT 40
#define NODE_COUNT 36

#define NODE_TYPE 0
#define NODE_LENGTH 1
#define NODE_MAPPING_COUNT 8
#define NODE_MAPPINGS 12
#define NODE_BYTES 16
enum {ITS_GROUP = 0, ROOT_COMPLEX = 2};

#define GROUP_COUNT 16
#define GROUP_IDS 20
#define ROOT_SEGMENT 28

#define MAPPING_BYTES 20
#define MAPPING_COUNT 4                 /* minus one */
#define MAPPING_OUTPUT 8
#define MAPPING_REFERENCE 12

#define HOPS_MAX 4                      /* of nodes between a root complex and an ITS */

/* The node at an offset; size 0 if it is damaged. */
static struct acpi_bytes node_at(struct acpi_bytes table, size_t offset)
{
	struct acpi_bytes node = {0};

	if (offset < ACPI_HEADER_BYTES || offset >= table.size)
		return node;
	node = (struct acpi_bytes){table.data + offset, table.size - offset};
	node.size = (size_t)acpi_field(node, NODE_LENGTH, 2);
	if (node.size < NODE_BYTES || node.size > table.size - offset)
		return (struct acpi_bytes){0};
	return node;
}

static bool find_root(struct acpi_bytes table, struct acpi_bytes *node)
{
	uint64_t count = acpi_field(table, NODE_COUNT, 4);
	size_t offset = (size_t)acpi_field(table, NODES_AT, 4);

	for (uint64_t i = 0; i < count; i++, offset += node->size) {
		*node = node_at(table, offset);
		if (node->size == 0)
			return false;
		if (node->data[NODE_TYPE] == ROOT_COMPLEX &&
		    acpi_field(*node, ROOT_SEGMENT, 4) == 0)
			return true;
	}
	return false;
}

/* Map an ID to that of the next node, whose offset is stored. */
static bool map(struct acpi_bytes node, uint32_t *id, size_t *next)
{
	uint64_t count = acpi_field(node, NODE_MAPPING_COUNT, 4);
	size_t at = (size_t)acpi_field(node, NODE_MAPPINGS, 4);

	for (uint64_t i = 0; i < count && at + MAPPING_BYTES <= node.size;
	     i++, at += MAPPING_BYTES) {
		uint64_t first = acpi_field(node, at, 4);

		if (*id < first || *id - first > acpi_field(node, at + MAPPING_COUNT, 4))
			continue;
		*id = (uint32_t)(*id - first + acpi_field(node, at + MAPPING_OUTPUT, 4));
		*next = (size_t)acpi_field(node, at + MAPPING_REFERENCE, 4);
		return true;
	}
	return false;
}

static bool has_its(struct acpi_bytes group, uint32_t its_id)
{
	uint64_t count = acpi_field(group, GROUP_COUNT, 4);

	for (uint64_t i = 0; i < count && GROUP_IDS + 4 * (i + 1) <= group.size; i++) {
		if (acpi_field(group, GROUP_IDS + 4 * i, 4) == its_id)
			return true;
	}
	return false;
}

bool acpi_parse_iort(struct acpi_bytes table, uint32_t requester, uint32_t its_id,
		     uint32_t *device_id)
{
	struct acpi_bytes node;
	size_t offset;

	*device_id = requester;
	if (!find_root(table, &node))
		return false;
	for (unsigned hop = 0; hop < HOPS_MAX && map(node, device_id, &offset); hop++) {
		node = node_at(table, offset);
		if (node.size == 0)
			return false;
		if (node.data[NODE_TYPE] == ITS_GROUP)
			return has_its(node, its_id);
	}
	return false;
}
