/* SPDX-License-Identifier: MIT */
/* The DMAR table: the DMA remapping units of Intel's VT-d. Intel Virtualization Technology for
 * Directed I/O Architecture Specification, "DMA Remapping Reporting Structure". */
#include "kernel/dev/acpi/parse.h"

#define DMAR_STRUCTURES 48
#define STRUCTURE_HEADER_BYTES 4        /* type and length, of two bytes each */
#define STRUCTURE_UNIT 0
#define UNIT_BYTES 16
#define UNIT_ADDRESS 8

unsigned acpi_parse_dmar(struct acpi_bytes table, uint64_t *units_phys, unsigned room)
{
	size_t offset = DMAR_STRUCTURES;
	unsigned count = 0;

	while (offset < table.size && table.size - offset >= STRUCTURE_HEADER_BYTES &&
	       count < room) {
		uint64_t type = acpi_field(table, offset, 2);
		uint64_t length = acpi_field(table, offset + 2, 2);
		uint64_t phys = acpi_field(table, offset + UNIT_ADDRESS, 8);

		if (length < STRUCTURE_HEADER_BYTES || length > table.size - offset)
			return count;
		if (type == STRUCTURE_UNIT && length >= UNIT_BYTES && phys != 0 && phys % 4096 == 0)
			units_phys[count++] = phys;
		offset += length;
	}
	return count;
}
