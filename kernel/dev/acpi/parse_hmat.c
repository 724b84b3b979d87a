/* SPDX-License-Identifier: MIT */
/* The HMAT: latency and bandwidth between nodes, as firmware states them. ACPI Specification,
 * "Heterogeneous Memory Attribute Table (HMAT)". */
#include "kernel/dev/acpi/parse_nodes.h"

#define HMAT_STRUCTURES 40
#define STRUCTURE_HEADER_BYTES 8
#define REVISION_OF_TENTHS 1            /* of ACPI 6.2: entries are in tenths of a nanosecond and
					 * tenths of a MB/s */

/* "System Locality Latency and Bandwidth Information Structure". */
#define HMAT_LOCALITIES 1
#define LOCALITIES_LISTS 32
#define HIERARCHY(flags) ((flags) & 15)
#define HIERARCHY_MEMORY 0              /* the other levels are memory-side caches */
enum {ACCESS_LATENCY = 0, READ_LATENCY = 1, ACCESS_BANDWIDTH = 3, READ_BANDWIDTH = 4};
#define ENTRY_UNREACHABLE 0xffff

/* The value of a matrix' entry in its unit; 0 if not provided. */
static uint64_t value_of(struct acpi_bytes entry, size_t offset, uint64_t unit)
{
	uint64_t value = acpi_field(entry, offset, 2);

	if (value == ENTRY_UNREACHABLE || (value != 0 && unit > UINT64_MAX / value))
		return 0;
	return value * unit;
}

static bool is_latency(unsigned type)
{
	return type == READ_LATENCY || type == ACCESS_LATENCY;
}

/* Convert the value to picoseconds or MB/s. */
static uint64_t of_tenths(unsigned type, uint64_t value)
{
	if (!is_latency(type))
		return value / 10;
	return value <= UINT64_MAX / 100 ? 100 * value : 0;
}

static void store(struct acpi_node_path *path, unsigned type, uint64_t value)
{
	if (value == 0)
		return;
	if (type == READ_LATENCY || (type == ACCESS_LATENCY && path->latency_ps == 0))
		path->latency_ps = value;
	if (type == READ_BANDWIDTH || (type == ACCESS_BANDWIDTH && path->bandwidth_mb_s == 0))
		path->bandwidth_mb_s = value;
}

static void decode_localities(struct acpi_bytes entry, bool has_tenths, struct acpi_nodes *nodes)
{
	unsigned type = (unsigned)acpi_field(entry, 9, 1);
	uint64_t froms = acpi_field(entry, 12, 4), tos = acpi_field(entry, 16, 4);
	uint64_t unit = acpi_field(entry, 24, 8);
	uint64_t matrix = LOCALITIES_LISTS + 4 * (froms + tos);

	if (HIERARCHY(acpi_field(entry, 8, 1)) != HIERARCHY_MEMORY || matrix > entry.size ||
	    froms * tos > (entry.size - matrix) / 2)
		return;
	for (uint64_t i = 0; i < froms; i++) {
		uint32_t from = acpi_node_of_domain(nodes,
				acpi_field(entry, LOCALITIES_LISTS + 4 * i, 4));

		for (uint64_t j = 0; from < nodes->count && j < tos; j++) {
			uint32_t to = acpi_node_of_domain(nodes,
				acpi_field(entry, LOCALITIES_LISTS + 4 * (froms + j), 4));
			uint64_t value = value_of(entry, matrix + 2 * (i * tos + j), unit);

			if (to < nodes->count)
				store(&nodes->paths[from][to], type,
				      has_tenths ? of_tenths(type, value) : value);
		}
	}
}

void acpi_parse_hmat(struct acpi_bytes table, struct acpi_nodes *nodes)
{
	bool has_tenths = acpi_field(table, 8, 1) <= REVISION_OF_TENTHS;
	size_t offset = HMAT_STRUCTURES;

	while (offset < table.size && table.size - offset >= STRUCTURE_HEADER_BYTES) {
		struct acpi_bytes rest = {table.data + offset, table.size - offset};
		uint64_t length = acpi_field(rest, 4, 4);

		if (length < STRUCTURE_HEADER_BYTES || length > rest.size)
			return;
		rest.size = length;
		if (acpi_field(rest, 0, 2) == HMAT_LOCALITIES)
			decode_localities(rest, has_tenths, nodes);
		offset += length;
	}
}
