/* SPDX-License-Identifier: MIT */
/* The MCFG table: memory-mapped PCI configuration space. */
#include "kernel/dev/acpi/parse.h"

#define MCFG_FIRST 44u                  /* after the header and eight reserved bytes */
#define MCFG_ENTRY_BYTES 16u
#define MCFG_SEGMENT 8
#define MCFG_FIRST_BUS 10
#define MCFG_LAST_BUS 11

static bool mcfg_takes(struct acpi_bytes table, size_t entry, struct acpi_mcfg *mcfg)
{
	*mcfg = (struct acpi_mcfg){
		.phys = acpi_field(table, entry, 8),
		.segment = (uint16_t)acpi_field(table, entry + MCFG_SEGMENT, 2),
		.first_bus = (uint8_t)acpi_field(table, entry + MCFG_FIRST_BUS, 1),
		.last_bus = (uint8_t)acpi_field(table, entry + MCFG_LAST_BUS, 1),
	};
	return mcfg->phys != 0 && mcfg->phys % ACPI_MCFG_BUS_BYTES == 0 &&
	       (mcfg->segment != 0 || mcfg->first_bus == 0) && mcfg->last_bus >= mcfg->first_bus;
}

unsigned acpi_parse_mcfg(struct acpi_bytes table, struct acpi_mcfg *mcfgs, unsigned room)
{
	unsigned count = 0;

	for (size_t entry = MCFG_FIRST; entry + MCFG_ENTRY_BYTES <= table.size && count < room;
	     entry += MCFG_ENTRY_BYTES)
		count += mcfg_takes(table, entry, &mcfgs[count]);
	return count;
}
