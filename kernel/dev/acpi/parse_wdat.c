/* SPDX-License-Identifier: MIT */
/* The WDAT table: how to query, stop and start a hardware watchdog. Microsoft, "Hardware Watchdog
 * Timers Design Specification", "Watchdog Action Table". */
#include "kernel/dev/acpi/parse.h"

#define WDAT_FLAGS 60
#define WDAT_ENTRY_COUNT 64
#define WDAT_ENTRIES 68
#define FLAG_ENABLED 1u
#define ENTRY_BYTES 24
#define ENTRY_SPACE 4                   /* offsets in its generic address */
#define ENTRY_SHIFT 6
#define ENTRY_WIDTH 7
#define ENTRY_ADDRESS 8
#define ENTRY_VALUE 16
#define ENTRY_MASK 20
#define SPACE_MEMORY 0
#define SPACE_IO 1

/* Decode a step. Returns false if the register cannot be used, because it is in another space, not
 * aligned, or wider than 32 bits. */
static bool parse_step(struct acpi_bytes table, size_t at, struct acpi_watchdog_step *step)
{
	uint64_t space = acpi_field(table, at + ENTRY_SPACE, 1);
	uint64_t width = acpi_field(table, at + ENTRY_WIDTH, 1);
	uint64_t shift = acpi_field(table, at + ENTRY_SHIFT, 1);

	*step = (struct acpi_watchdog_step){
		.action = (uint8_t)acpi_field(table, at, 1),
		.instruction = (uint8_t)acpi_field(table, at + 1, 1),
		.address = acpi_field(table, at + ENTRY_ADDRESS, 8),
		.is_port = space == SPACE_IO,
		.value = (uint32_t)acpi_field(table, at + ENTRY_VALUE, 4),
		.mask = (uint32_t)acpi_field(table, at + ENTRY_MASK, 4),
	};
	if (width < 1 || width > 3 || shift > 31 || (space != SPACE_IO && space != SPACE_MEMORY))
		return false;
	step->bytes = (uint8_t)(1u << (width - 1));
	step->shift = (uint8_t)shift;
	return step->address != 0 && step->address % step->bytes == 0 &&
	       (!step->is_port || step->address <= UINT16_MAX);
}

unsigned acpi_parse_wdat(struct acpi_bytes table, struct acpi_watchdog_step *steps, unsigned room)
{
	uint64_t entries = acpi_field(table, WDAT_ENTRY_COUNT, 4);
	unsigned count = 0;

	if ((acpi_field(table, WDAT_FLAGS, 1) & FLAG_ENABLED) == 0)
		return 0;
	for (uint64_t i = 0; i < entries && count < room; i++) {
		size_t at = WDAT_ENTRIES + (size_t)i * ENTRY_BYTES;

		if (at > table.size || table.size - at < ENTRY_BYTES)
			break;
		count += parse_step(table, at, &steps[count]);
	}
	return count;
}
