/* SPDX-License-Identifier: MIT */
/* The IVRS table: AMD's IOMMUs. AMD I/O Virtualization Technology (IOMMU) Specification (48882),
 * "I/O Virtualization Reporting Structure (IVRS)". An IOMMU may have blocks of several types. */
#include "kernel/dev/acpi/parse.h"

#define IVRS_BLOCKS 48
#define BLOCK_HEADER_BYTES 4            /* type, flags, and length of two bytes */
#define BLOCK_ADDRESS 8
#define BLOCK_BYTES 24
#define IS_UNIT(type) ((type) == 0x10 || (type) == 0x11 || (type) == 0x40)

static bool is_known(const uint64_t *units_phys, unsigned count, uint64_t phys)
{
	while (count > 0 && units_phys[count - 1] != phys)
		count--;
	return count > 0;
}

unsigned acpi_parse_ivrs(struct acpi_bytes table, uint64_t *units_phys, unsigned room)
{
	size_t offset = IVRS_BLOCKS;
	unsigned count = 0;

	while (offset < table.size && table.size - offset >= BLOCK_HEADER_BYTES && count < room) {
		uint64_t type = acpi_field(table, offset, 1);
		uint64_t length = acpi_field(table, offset + 2, 2);
		uint64_t phys = acpi_field(table, offset + BLOCK_ADDRESS, 8);

		if (length < BLOCK_HEADER_BYTES || length > table.size - offset)
			return count;
		if (IS_UNIT(type) && length >= BLOCK_BYTES && phys != 0 && phys % 4096 == 0 &&
		    !is_known(units_phys, count, phys))
			units_phys[count++] = phys;
		offset += length;
	}
	return count;
}
