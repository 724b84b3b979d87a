/* SPDX-License-Identifier: MIT */
/* Tables of SMBIOS, structure by structure. */
#ifndef TESTS_UNIT_LIB_SMBIOS_TABLE_H
#define TESTS_UNIT_LIB_SMBIOS_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TABLE_MAX 32768

struct builder {
	uint8_t data[TABLE_MAX];
	size_t size;
};

static inline void put_at(struct builder *table, size_t offset, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		table->data[offset + i] = (uint8_t)(value >> 8 * i);
}

/* Add a structure without strings. Returns the offset of its formatted part. */
static inline size_t begin_structure(struct builder *table, uint8_t type, uint8_t length)
{
	size_t at = table->size;

	memset(table->data + at, 0, length);
	put_at(table, at, type, 1);
	put_at(table, at + 1, length, 1);
	table->size += length;
	return at;
}

static inline void end_structure(struct builder *table, const char *const *strings)
{
	for (; *strings != NULL; strings++) {
		strcpy((char *)table->data + table->size, *strings);
		table->size += strlen(*strings) + 1;
	}
	if (table->data[table->size - 1] != 0 || strings[0] == NULL)
		table->data[table->size++] = 0;
}

static inline void end_without_strings(struct builder *table)
{
	table->data[table->size++] = 0;
	table->data[table->size++] = 0;
}

static inline void put_end(struct builder *table)
{
	begin_structure(table, 127, 4);
	end_without_strings(table);
}

#endif
