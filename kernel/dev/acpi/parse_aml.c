/* SPDX-License-Identifier: MIT */
/* Decodes one object of ACPI byte code: the \_S5_ package, which holds the values for power-off.
 * Firmware always provides a constant package, so a search for its encoding is enough. An
 * interpreter would take thousands of lines for these two numbers. */
#include "kernel/dev/acpi/parse.h"

#include "lib/text/string.h"

/* ACPI Specification, "ACPI Machine Language (AML) Specification", "Data Objects Encoding" and
 * "Package Length Encoding"; "\_S5 (S5 System State)". */
#define AML_ZERO 0x00
#define AML_ONE 0x01
#define AML_NAME 0x08
#define AML_BYTE 0x0a
#define AML_WORD 0x0b
#define AML_DWORD 0x0c
#define AML_PACKAGE 0x12
#define AML_ROOT '\\'
#define AML_NAME_BYTES 4
#define AML_EXTRA_LENGTH_BYTES(lead) ((lead) >> 6)

#define SLEEP_TYPE_MASK 7

/* Decode the integer at *offset and advance. */
static bool parse_integer(struct acpi_bytes aml, size_t *offset, uint64_t *value)
{
	uint64_t opcode = acpi_field(aml, *offset, 1);
	size_t size = 0;

	if (*offset >= aml.size)
		return false;
	if (opcode == AML_BYTE)
		size = 1;
	else if (opcode == AML_WORD)
		size = 2;
	else if (opcode == AML_DWORD)
		size = 4;
	else if (opcode != AML_ZERO && opcode != AML_ONE)
		return false;
	*value = size == 0 ? opcode : acpi_field(aml, *offset + 1, size);
	*offset += 1 + size;
	return *offset <= aml.size;
}

/* Whether the name at an offset is declared. In a declaration, Name (_S5_, …) or Name (\_S5_, …),
 * the opcode precedes the name. */
static bool is_declaration(struct acpi_bytes aml, size_t name)
{
	if (name >= 1 && aml.data[name - 1] == AML_NAME)
		return true;
	return name >= 2 && aml.data[name - 1] == AML_ROOT && aml.data[name - 2] == AML_NAME;
}

static bool parse_package(struct acpi_bytes aml, size_t offset, struct acpi_soft_off *soft_off)
{
	uint64_t type_a, type_b;

	if (acpi_field(aml, offset++, 1) != AML_PACKAGE)
		return false;
	offset += 1 + AML_EXTRA_LENGTH_BYTES(acpi_field(aml, offset, 1));
	if (acpi_field(aml, offset++, 1) < 2)
		return false;
	if (!parse_integer(aml, &offset, &type_a) || !parse_integer(aml, &offset, &type_b))
		return false;
	soft_off->type_a = type_a & SLEEP_TYPE_MASK;
	soft_off->type_b = type_b & SLEEP_TYPE_MASK;
	return true;
}

bool acpi_parse_soft_off(struct acpi_bytes table, struct acpi_soft_off *soft_off)
{
	for (size_t name = ACPI_HEADER_BYTES; name + AML_NAME_BYTES <= table.size; name++) {
		if (memcmp(table.data + name, "_S5_", AML_NAME_BYTES) == 0 &&
		    is_declaration(table, name) &&
		    parse_package(table, name + AML_NAME_BYTES, soft_off))
			return true;
	}
	return false;
}
