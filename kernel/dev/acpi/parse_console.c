/* SPDX-License-Identifier: MIT */
/* Serial ports that firmware names: the SPCR and DBG2 tables. Microsoft, "Serial Port Console
 * Redirection Table (SPCR)" and "Microsoft Debug Port Table 2 (DBG2)". */
#include "kernel/dev/acpi/parse.h"

#define SPCR_INTERFACE 36
#define SPCR_ADDRESS 40
#define SPCR_INTERRUPT_TYPE 52
#define INTERRUPT_OF_8259 1u            /* a type with a number of its own */
#define SPCR_INTERRUPT 54

#define DBG2_DEVICES_AT 36
#define DBG2_DEVICE_COUNT 40
#define DEVICE_BYTES 22
#define DEVICE_LENGTH 1
#define DEVICE_ADDRESS_COUNT 3
#define DEVICE_TYPE 12
#define DEVICE_SUBTYPE 14
#define DEVICE_ADDRESS_AT 18
#define TYPE_SERIAL 0x8000

/* "Serial subtypes". Before SPCR's revision 2, 1 is another 16550. */
#define SUBTYPE_16550 0x00
#define SUBTYPE_16550_SUBSET 0x01
#define SUBTYPE_PL011 0x03
#define SUBTYPE_SBSA_32 0x0d
#define SUBTYPE_SBSA 0x0e
#define SUBTYPE_16550_GAS 0x12

/* ACPI Specification, "Generic Address Structure (GAS)". */
#define GAS_BYTES 12
#define GAS_BITS 1
#define GAS_ACCESS 3
#define GAS_ADDRESS 4
#define SPACE_MEMORY 0
#define SPACE_PORTS 1
#define ACCESS_WIDEST 3                 /* 32 bits; 0: undefined */
#define PORT_LAST (0xffffu - 7)         /* of eight registers */

static bool parse_place(struct acpi_bytes table, size_t offset, uint64_t subtype,
			struct acpi_console *console)
{
	uint64_t space = acpi_field(table, offset, 1);
	uint64_t bits = acpi_field(table, offset + GAS_BITS, 1);
	uint64_t access = acpi_field(table, offset + GAS_ACCESS, 1);

	*console = (struct acpi_console){
		.address = acpi_field(table, offset + GAS_ADDRESS, 8),
		.is_port = space == SPACE_PORTS,
		.is_pl011 = subtype == SUBTYPE_PL011 || subtype == SUBTYPE_SBSA_32 ||
			    subtype == SUBTYPE_SBSA,
		.register_bytes = (uint8_t)(bits == 16 || bits == 32 ? bits / 8 : 1),
		.access_bytes = (uint8_t)(access >= 1 && access <= ACCESS_WIDEST
					  ? 1u << (access - 1) : 0),
	};
	if (console->access_bytes == 0)
		console->access_bytes = console->register_bytes;
	if (console->register_bytes < console->access_bytes)
		console->register_bytes = console->access_bytes;
	if (!console->is_pl011 && subtype != SUBTYPE_16550 && subtype != SUBTYPE_16550_SUBSET &&
	    subtype != SUBTYPE_16550_GAS)
		return false;
	if (console->is_port)
		return console->address != 0 && console->address <= PORT_LAST && !console->is_pl011;
	return space == SPACE_MEMORY && console->address != 0 &&
	       console->address % console->access_bytes == 0;
}

bool acpi_parse_spcr(struct acpi_bytes table, struct acpi_console *console)
{
	bool is_usable = parse_place(table, SPCR_ADDRESS, acpi_field(table, SPCR_INTERFACE, 1),
				     console);

	console->is_redirection = true;
	if ((acpi_field(table, SPCR_INTERRUPT_TYPE, 1) & ~INTERRUPT_OF_8259) != 0)
		console->interrupt = (uint32_t)acpi_field(table, SPCR_INTERRUPT, 4);
	return is_usable;
}

unsigned acpi_parse_dbg2(struct acpi_bytes table, struct acpi_console *consoles, unsigned room)
{
	size_t at = acpi_field(table, DBG2_DEVICES_AT, 4), length;
	uint64_t devices = acpi_field(table, DBG2_DEVICE_COUNT, 4);
	unsigned count = 0;

	for (uint64_t i = 0; i < devices && count < room; i++, at += length) {
		uint64_t place = acpi_field(table, at + DEVICE_ADDRESS_AT, 2);

		length = acpi_field(table, at + DEVICE_LENGTH, 2);
		if (at >= table.size || length < DEVICE_BYTES || length > table.size - at)
			return count;
		if (acpi_field(table, at + DEVICE_TYPE, 2) == TYPE_SERIAL &&
		    acpi_field(table, at + DEVICE_ADDRESS_COUNT, 1) > 0 &&
		    place + GAS_BYTES <= length &&
		    parse_place(table, at + place, acpi_field(table, at + DEVICE_SUBTYPE, 2),
				&consoles[count]))
			count++;
	}
	return count;
}
