/* SPDX-License-Identifier: MIT */
/* Structures of the PPTT, which name each other by their offsets in the table. ACPI Specification,
 * "Processor Properties Topology Table (PPTT)". */
#ifndef KERNEL_DEV_ACPI_PARSE_PPTT_H
#define KERNEL_DEV_ACPI_PARSE_PPTT_H

#include "kernel/dev/acpi/parse.h"

#define PPTT_STRUCTURES 36              /* offset of the first structure */
#define PPTT_LEAVES_REVISION 2          /* older tables do not mark leaves */
#define PPTT_LEVELS_MAX 16              /* of nodes */

enum {PPTT_NODE, PPTT_CACHE};           /* types */

#define PPTT_NODE_FLAGS 4
#define PPTT_NODE_PARENT 8
#define PPTT_NODE_UID 12
#define PPTT_NODE_RESOURCE_COUNT 16
#define PPTT_NODE_BYTES 20              /* offset of the resources */
#define PPTT_FLAG_UID (1u << 1)
#define PPTT_FLAG_LEAF (1u << 3)

/* The structure of a type at an offset; size 0 if there is none of at least size bytes. */
static inline struct acpi_bytes pptt_structure_at(struct acpi_bytes table, size_t offset,
						  uint8_t type, size_t size)
{
	struct acpi_bytes structure;

	if (offset < PPTT_STRUCTURES || !acpi_next_structure(table, &offset, &structure) ||
	    structure.data[0] != type || structure.size < size)
		return (struct acpi_bytes){0};
	return structure;
}

/* Whether a structure is the node of a CPU. */
static inline bool pptt_is_leaf(struct acpi_bytes structure)
{
	return structure.data[0] == PPTT_NODE && structure.size >= PPTT_NODE_BYTES &&
	       (acpi_field(structure, PPTT_NODE_FLAGS, 4) & PPTT_FLAG_LEAF) != 0;
}

#endif
