/* SPDX-License-Identifier: MIT */
#include "tests/unit/boot/tree_builder.h"

#include <string.h>

#define HEADER_BYTES 40
#define RESERVATIONS_BYTES 32           /* one, and the end */
#define STRUCTURE_AT (HEADER_BYTES + RESERVATIONS_BYTES)
#define TREE_BYTES 4096

static struct {
	uint8_t bytes[TREE_BYTES];
	uint32_t at;                    /* in the structure */
	char strings[1024];
	uint32_t strings_bytes;
} made;

static void put(uint32_t at, uint32_t value)
{
	for (unsigned i = 0; i < 4; i++)
		made.bytes[at + i] = (uint8_t)(value >> (24 - 8 * i));
}

static void put_next(uint32_t value)
{
	put(made.at, value);
	made.at += 4;
}

static void put_bytes(const void *bytes, size_t size)
{
	memcpy(made.bytes + made.at, bytes, size);
	made.at = (made.at + (uint32_t)size + 3) & ~3u;
}

void tree_node(const char *name)
{
	put_next(1);
	put_bytes(name, strlen(name) + 1);
}

void tree_end_node(void)
{
	put_next(2);
}

void tree_property(const char *name, const void *value, size_t size)
{
	put_next(3);
	put_next((uint32_t)size);
	put_next(made.strings_bytes);
	put_bytes(value, size);
	strcpy(made.strings + made.strings_bytes, name);
	made.strings_bytes += (uint32_t)strlen(name) + 1;
}

void tree_text(const char *name, const char *value)
{
	tree_property(name, value, strlen(value) + 1);
}

void tree_cells(const char *name, const uint32_t *values, size_t count)
{
	uint8_t bytes[256];

	for (size_t i = 0; i < 4 * count; i++)
		bytes[i] = (uint8_t)(values[i / 4] >> (24 - 8 * (i % 4)));
	tree_property(name, bytes, 4 * count);
}

void tree_begin(uint32_t reserved_phys, uint32_t reserved_bytes)
{
	memset(&made, 0, sizeof(made));
	made.at = STRUCTURE_AT;
	put(HEADER_BYTES + 4, reserved_phys);
	put(HEADER_BYTES + 12, reserved_bytes);
	tree_node("");
}

const void *tree_end(void)
{
	uint32_t structure_bytes;

	tree_end_node();
	put_next(9);
	structure_bytes = made.at - STRUCTURE_AT;
	memcpy(made.bytes + made.at, made.strings, made.strings_bytes);
	put(0, 0xd00dfeed);
	put(4, made.at + made.strings_bytes);
	put(8, STRUCTURE_AT);
	put(12, made.at);
	put(16, HEADER_BYTES);
	put(20, 17);
	put(24, 16);
	put(32, made.strings_bytes);
	put(36, structure_bytes);
	return made.bytes;
}
