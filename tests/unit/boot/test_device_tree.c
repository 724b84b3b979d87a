/* SPDX-License-Identifier: MIT */
/* The reader of device trees, by a tree that is written here, and by every damaged byte of it. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "boot/device_tree.h"
#include "boot/device_tree_info.h"

#define HEADER_BYTES 40
#define RESERVATIONS_BYTES 32           /* one, and the end */
#define STRUCTURE_AT (HEADER_BYTES + RESERVATIONS_BYTES)
#define TREE_BYTES 2048

static struct {
	uint8_t bytes[TREE_BYTES];
	uint32_t at;                    /* in the structure */
	char strings[256];
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

static void begin(const char *name)
{
	put_next(1);
	put_bytes(name, strlen(name) + 1);
}

static void end(void)
{
	put_next(2);
}

static void property(const char *name, const void *value, size_t size)
{
	put_next(3);
	put_next((uint32_t)size);
	put_next(made.strings_bytes);
	put_bytes(value, size);
	strcpy(made.strings + made.strings_bytes, name);
	made.strings_bytes += (uint32_t)strlen(name) + 1;
}

static void text(const char *name, const char *value)
{
	property(name, value, strlen(value) + 1);
}

static void cells(const char *name, const uint32_t *values, size_t count)
{
	uint8_t bytes[64];

	for (size_t i = 0; i < 4 * count; i++)
		bytes[i] = (uint8_t)(values[i / 4] >> (24 - 8 * (i % 4)));
	property(name, bytes, 4 * count);
}

#define CELLS(name, ...) \
	cells(name, (const uint32_t[]){__VA_ARGS__}, \
	      sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/* Memory of 256 MiB at 1 GiB, of which a reserved node and a reservation take a page each; a port
 * below a bus of its own, and a disabled one before it. */
static void make_tree(void)
{
	uint32_t structure_bytes;

	memset(&made, 0, sizeof(made));
	made.at = STRUCTURE_AT;
	put(HEADER_BYTES + 4, 0x40001000);
	put(HEADER_BYTES + 12, 0x1000);
	begin("");
	CELLS("#address-cells", 2);
	CELLS("#size-cells", 2);
	begin("chosen");
	text("bootargs", "suite=exact");
	end();
	begin("memory@40000000");
	text("device_type", "memory");
	CELLS("reg", 0, 0x40000000, 0, 0x10000000);
	end();
	begin("reserved-memory");
	CELLS("#address-cells", 2);
	CELLS("#size-cells", 2);
	begin("secret@40003000");
	CELLS("reg", 0, 0x40003000, 0, 0x1000);
	end();
	end();
	begin("soc");
	CELLS("#address-cells", 1);
	CELLS("#size-cells", 1);
	begin("serial@8000");
	property("compatible", "arm,pl011\0arm,primecell", sizeof("arm,pl011\0arm,primecell"));
	text("status", "disabled");
	CELLS("reg", 0x8000, 0x1000);
	end();
	begin("serial@9000");
	property("compatible", "arm,pl011\0arm,primecell", sizeof("arm,pl011\0arm,primecell"));
	CELLS("reg", 0x9000, 0x1000);
	CELLS("interrupts", 0, 1, 4);
	end();
	end();
	end();
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
}

static struct device_tree open_tree(void)
{
	struct device_tree tree;

	make_tree();
	assert_true(device_tree_open(&tree, made.bytes));
	return tree;
}

TEST(enabled_node_is_found_by_compatible_word)
{
	struct device_tree tree = open_tree();
	struct device_node node;
	uint64_t base_phys, size_bytes;
	uint32_t interrupt;

	assert_true(device_tree_find(&tree, "arm,primecell", &node));
	assert_string_equal(node.name, "serial@9000");
	assert_true(device_node_range(&node, 0, &base_phys, &size_bytes));
	assert_int_equal(base_phys, 0x9000);
	assert_int_equal(size_bytes, 0x1000);
	assert_false(device_node_range(&node, 1, &base_phys, &size_bytes));
	assert_true(device_node_cell(&node, "interrupts", 1, &interrupt));
	assert_int_equal(interrupt, 1);
	assert_false(device_node_cell(&node, "interrupts", 3, &interrupt));
	assert_false(device_tree_find(&tree, "arm,pl01", &node));
}

TEST(node_is_found_by_name_without_address)
{
	struct device_tree tree = open_tree();
	struct device_node node;

	assert_true(device_tree_find_name(&tree, 1, "memory", &node));
	assert_string_equal(device_node_text(&node, "device_type"), "memory");
	assert_false(device_tree_find_name(&tree, 1, "mem", &node));
	assert_false(device_tree_find_name(&tree, 2, "memory", &node));
}

TEST(memory_and_command_line_are_those_of_the_tree)
{
	struct device_tree tree = open_tree();
	static struct boot_info info;

	memset(&info, 0, sizeof(info));
	device_tree_info(&tree, 0x48000000, &info);
	assert_string_equal(info.command_line, "suite=exact");
	assert_int_equal(info.memory_count, 4);
	assert_int_equal(info.memory[0].type, BOOT_MEMORY_USABLE);
	assert_int_equal(info.memory[0].base_phys, 0x40000000);
	assert_int_equal(info.memory[0].size_bytes, 0x10000000);
	assert_int_equal(info.memory[1].base_phys, 0x40001000);
	assert_int_equal(info.memory[1].type, BOOT_MEMORY_RESERVED);
	assert_int_equal(info.memory[2].base_phys, 0x40003000);
	assert_int_equal(info.memory[2].type, BOOT_MEMORY_RESERVED);
	assert_int_equal(info.memory[3].base_phys, 0x48000000);
	assert_int_equal(info.memory[3].type, BOOT_MEMORY_LOADER);
}

/* Under the sanitizers: in memory of exactly the tree's size. */
TEST(damaged_tree_is_not_read_beyond_its_end)
{
	static struct boot_info info;
	uint32_t size;

	open_tree();
	size = device_tree_bytes(made.bytes);
	for (uint32_t at = 8; at < size; at++) {
		uint8_t *copy = malloc(size);
		struct device_tree tree;

		assert_non_null(copy);
		memcpy(copy, made.bytes, size);
		copy[at] ^= 0xff;
		memset(&info, 0, sizeof(info));
		if (device_tree_open(&tree, copy))
			device_tree_info(&tree, 0x48000000, &info);
		free(copy);
	}
}
