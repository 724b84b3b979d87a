/* SPDX-License-Identifier: MIT */
/* The SLIT: distances between nodes. ACPI Specification, "System Locality Information Table
 * (SLIT)". */
#include "kernel/dev/acpi/parse_nodes.h"

#define SLIT_LOCALITIES 36
#define SLIT_MATRIX 44
#define UNREACHABLE 255

/* Distance between two nodes; 0 beyond the matrix. */
static uint32_t distance_of(struct acpi_bytes table, uint64_t localities, uint32_t from,
			    uint32_t to)
{
	if (from >= localities || to >= localities || localities > table.size)
		return 0;
	return (uint32_t)acpi_field(table, SLIT_MATRIX + from * localities + to, 1);
}

bool acpi_parse_slit(struct acpi_bytes table, struct acpi_nodes *nodes)
{
	uint64_t localities = acpi_field(table, SLIT_LOCALITIES, 8);

	for (int stores = 0; stores < 2; stores++) {
		for (uint32_t from = 0; from < nodes->count; from++) {
			for (uint32_t to = 0; to < nodes->count; to++) {
				uint32_t distance = distance_of(table, localities,
								nodes->domains[from],
								nodes->domains[to]);

				if (distance != 0 && (distance < ACPI_DISTANCE_LOCAL ||
				    (from == to && distance != ACPI_DISTANCE_LOCAL)))
					return false;
				if (stores)
					nodes->paths[from][to].distance =
						distance != UNREACHABLE ? distance : 0;
			}
		}
	}
	return true;
}
