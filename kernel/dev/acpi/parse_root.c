/* SPDX-License-Identifier: MIT */
/* Root pointer, table headers, and the root table. */
#include "kernel/dev/acpi/parse.h"

#include "lib/text/string.h"

/* "Root System Description Pointer (RSDP) Structure". */
#define RSDP_SIGNATURE "RSD PTR "
#define RSDP_ALIGNMENT 16
#define RSDP_V1_BYTES 20
#define RSDP_REVISION 15
#define RSDP_RSDT 16
#define RSDP_XSDT 24
#define RSDP_EXTENDED_REVISION 2

/* "System Description Table Header". */
#define SIGNATURE_BYTES 4
#define HEADER_LENGTH 4

#define STRUCTURE_HEADER_BYTES 2        /* type and length, of a byte each */

uint64_t acpi_field(struct acpi_bytes bytes, size_t offset, size_t size)
{
	uint64_t value = 0;

	if (offset > bytes.size || size > bytes.size - offset)
		return 0;
	while (size-- > 0)
		value = value << 8 | bytes.data[offset + size];
	return value;
}

bool acpi_next_structure(struct acpi_bytes table, size_t *offset, struct acpi_bytes *structure)
{
	size_t length;

	if (*offset >= table.size || table.size - *offset < STRUCTURE_HEADER_BYTES)
		return false;
	length = table.data[*offset + 1];
	if (length < STRUCTURE_HEADER_BYTES || length > table.size - *offset)
		return false;
	*structure = (struct acpi_bytes){table.data + *offset, length};
	*offset += length;
	return true;
}

bool acpi_sum_is_zero(struct acpi_bytes bytes)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < bytes.size; i++)
		sum += bytes.data[i];
	return sum == 0;
}

bool acpi_parse_rsdp(struct acpi_bytes bytes, struct acpi_root *root)
{
	struct acpi_bytes first = {bytes.data, RSDP_V1_BYTES};
	struct acpi_bytes extended = {bytes.data, ACPI_RSDP_BYTES};

	if (bytes.size < RSDP_V1_BYTES ||
	    memcmp(bytes.data, RSDP_SIGNATURE, sizeof(RSDP_SIGNATURE) - 1) != 0 ||
	    !acpi_sum_is_zero(first))
		return false;
	*root = (struct acpi_root){.rsdt_phys = acpi_field(bytes, RSDP_RSDT, 4)};
	if (bytes.data[RSDP_REVISION] >= RSDP_EXTENDED_REVISION && bytes.size >= ACPI_RSDP_BYTES &&
	    acpi_sum_is_zero(extended))
		root->xsdt_phys = acpi_field(bytes, RSDP_XSDT, 8);
	return root->xsdt_phys != 0 || root->rsdt_phys != 0;
}

long acpi_find_rsdp(struct acpi_bytes area)
{
	struct acpi_root root;

	for (size_t offset = 0; offset < area.size; offset += RSDP_ALIGNMENT) {
		struct acpi_bytes rest = {area.data + offset, area.size - offset};

		if (acpi_parse_rsdp(rest, &root))
			return (long)offset;
	}
	return -1;
}

size_t acpi_table_length(struct acpi_bytes header)
{
	uint64_t length = acpi_field(header, HEADER_LENGTH, 4);

	return length >= ACPI_HEADER_BYTES && length <= ACPI_TABLE_BYTES_MAX ? length : 0;
}

bool acpi_has_signature(struct acpi_bytes table, const char *signature)
{
	return table.size >= SIGNATURE_BYTES &&
	       memcmp(table.data, signature, SIGNATURE_BYTES) == 0;
}

bool acpi_table_is_good(struct acpi_bytes table, const char *signature)
{
	if (table.size < ACPI_HEADER_BYTES || acpi_table_length(table) != table.size)
		return false;
	if (signature != NULL && !acpi_has_signature(table, signature))
		return false;
	return acpi_sum_is_zero(table);
}

size_t acpi_root_count(struct acpi_bytes root_table, unsigned entry_bytes)
{
	size_t count = (root_table.size - ACPI_HEADER_BYTES) / entry_bytes;

	return count < ACPI_TABLES_MAX ? count : ACPI_TABLES_MAX;
}

uint64_t acpi_root_entry(struct acpi_bytes root_table, unsigned entry_bytes, size_t index)
{
	return acpi_field(root_table, ACPI_HEADER_BYTES + index * entry_bytes, entry_bytes);
}
