/* SPDX-License-Identifier: MIT */
/* Finds the tables, and iterates over their structures. */
#include "lib/smbios_structure.h"

#include "lib/text/string.h"

/* "SMBIOS 2.1 (32-bit) Entry Point", "SMBIOS 3.0 (64-bit) Entry Point": offsets of fields. */
#define ENTRY_ALIGNMENT 16
#define ENTRY_2_ANCHOR "_SM_"
#define ENTRY_2_LENGTH 5
#define ENTRY_2_BYTES 31
#define ENTRY_2_MAJOR 6
#define ENTRY_2_INNER 16
#define ENTRY_2_INNER_ANCHOR "_DMI_"
#define ENTRY_2_INNER_BYTES 15
#define ENTRY_2_TABLE_BYTES 22
#define ENTRY_2_TABLE 24
#define ENTRY_3_ANCHOR "_SM3_"
#define ENTRY_3_LENGTH 6
#define ENTRY_3_BYTES 24
#define ENTRY_3_MAJOR 7
#define ENTRY_3_TABLE_BYTES 12
#define ENTRY_3_TABLE 16

/* "Structure header format". */
#define HEADER_BYTES 4
#define HEADER_LENGTH 1

uint64_t smbios_number(struct smbios_bytes bytes, size_t offset, size_t size)
{
	uint64_t value = 0;

	if (offset > bytes.size || size > bytes.size - offset)
		return 0;
	while (size-- > 0)
		value = value << 8 | bytes.data[offset + size];
	return value;
}

/* ---- The entry point ---- */

static bool begins_with(struct smbios_bytes bytes, size_t offset, const char *anchor)
{
	size_t length = strlen(anchor);

	return offset <= bytes.size && length <= bytes.size - offset &&
	       memcmp(bytes.data + offset, anchor, length) == 0;
}

static bool sum_is_zero(struct smbios_bytes bytes, size_t offset, size_t length)
{
	uint8_t sum = 0;

	if (offset > bytes.size || length > bytes.size - offset)
		return false;
	for (size_t i = 0; i < length; i++)
		sum = (uint8_t)(sum + bytes.data[offset + i]);
	return sum == 0;
}

/* Version 2.1 of the specification gave the length as one byte too small. */
static bool parse_entry_2(struct smbios_bytes bytes, struct smbios_entry *entry)
{
	size_t length = smbios_number(bytes, ENTRY_2_LENGTH, 1);

	if (length == ENTRY_2_BYTES - 1)
		length = ENTRY_2_BYTES;
	if (!begins_with(bytes, 0, ENTRY_2_ANCHOR) || length < ENTRY_2_BYTES ||
	    length > SMBIOS_ENTRY_BYTES_MAX || !sum_is_zero(bytes, 0, length) ||
	    !begins_with(bytes, ENTRY_2_INNER, ENTRY_2_INNER_ANCHOR) ||
	    !sum_is_zero(bytes, ENTRY_2_INNER, ENTRY_2_INNER_BYTES))
		return false;
	*entry = (struct smbios_entry){
		.major = (unsigned)smbios_number(bytes, ENTRY_2_MAJOR, 1),
		.minor = (unsigned)smbios_number(bytes, ENTRY_2_MAJOR + 1, 1),
		.table_phys = smbios_number(bytes, ENTRY_2_TABLE, 4),
		.table_bytes = (uint32_t)smbios_number(bytes, ENTRY_2_TABLE_BYTES, 2),
	};
	return true;
}

static bool parse_entry_3(struct smbios_bytes bytes, struct smbios_entry *entry)
{
	size_t length = smbios_number(bytes, ENTRY_3_LENGTH, 1);

	if (!begins_with(bytes, 0, ENTRY_3_ANCHOR) || length < ENTRY_3_BYTES ||
	    length > SMBIOS_ENTRY_BYTES_MAX || !sum_is_zero(bytes, 0, length))
		return false;
	*entry = (struct smbios_entry){
		.major = (unsigned)smbios_number(bytes, ENTRY_3_MAJOR, 1),
		.minor = (unsigned)smbios_number(bytes, ENTRY_3_MAJOR + 1, 1),
		.table_phys = smbios_number(bytes, ENTRY_3_TABLE, 8),
		.table_bytes = (uint32_t)smbios_number(bytes, ENTRY_3_TABLE_BYTES, 4),
	};
	/* The field is a maximum, which may exceed the actual size. */
	if (entry->table_bytes > SMBIOS_TABLE_BYTES_MAX)
		entry->table_bytes = SMBIOS_TABLE_BYTES_MAX;
	return true;
}

bool smbios_parse_entry(struct smbios_bytes bytes, struct smbios_entry *entry)
{
	return (parse_entry_3(bytes, entry) || parse_entry_2(bytes, entry)) &&
	       entry->table_bytes >= HEADER_BYTES;
}

long smbios_find_entry(struct smbios_bytes area)
{
	struct smbios_entry entry;
	long found = -1;

	for (size_t offset = 0; offset < area.size; offset += ENTRY_ALIGNMENT) {
		struct smbios_bytes rest = {area.data + offset, area.size - offset};

		if (!smbios_parse_entry(rest, &entry))
			continue;
		if (begins_with(rest, 0, ENTRY_3_ANCHOR))
			return (long)offset;
		if (found < 0)
			found = (long)offset;
	}
	return found;
}

/* ---- Structures ---- */

bool smbios_next_structure(struct smbios_bytes *table, struct smbios_structure *structure)
{
	size_t length = smbios_number(*table, HEADER_LENGTH, 1), end;

	if (length < HEADER_BYTES || length > table->size)
		return false;
	structure->formatted = (struct smbios_bytes){table->data, length};
	for (end = length; table->size - end >= 2; end++) {
		if (table->data[end] != 0 || table->data[end + 1] != 0)
			continue;
		structure->strings = (struct smbios_bytes){table->data + length, end + 1 - length};
		*table = (struct smbios_bytes){table->data + end + 2, table->size - end - 2};
		return true;
	}
	return false;
}

void smbios_text(const struct smbios_structure *structure, size_t field,
		 char text[SMBIOS_TEXT_MAX])
{
	size_t number = smbios_number(structure->formatted, field, 1), length = 0;
	struct smbios_bytes strings = structure->strings;
	size_t at = 0;

	text[0] = '\0';
	if (number == 0)
		return;
	for (; number > 1 && at < strings.size; at++)
		number -= strings.data[at] == 0;
	while (at < strings.size && strings.data[at] == ' ')
		at++;
	for (; at < strings.size && strings.data[at] != 0 && length + 1 < SMBIOS_TEXT_MAX; at++)
		text[length++] = strings.data[at] >= ' ' && strings.data[at] < 0x7f
					 ? (char)strings.data[at] : '?';
	while (length > 0 && text[length - 1] == ' ')
		length--;
	text[length] = '\0';
}
