/* SPDX-License-Identifier: MIT */
/* The reader of device trees, by a tree that is written here, and by every damaged byte of it. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "boot/device_tree.h"
#include "boot/device_tree_info.h"
#include "tests/unit/boot/tree_builder.h"

/* Memory of 256 MiB at 1 GiB, of which a reserved node and a reservation take a page each; a port
 * below a bus of its own, and a disabled one before it. */
static void make_tree(void)
{
	tree_begin(0x40001000, 0x1000);
	TREE_CELLS("#address-cells", 2);
	TREE_CELLS("#size-cells", 2);
	tree_node("chosen");
	tree_text("bootargs", "suite=exact");
	tree_end_node();
	tree_node("memory@40000000");
	tree_text("device_type", "memory");
	TREE_CELLS("reg", 0, 0x40000000, 0, 0x10000000);
	tree_end_node();
	tree_node("reserved-memory");
	TREE_CELLS("#address-cells", 2);
	TREE_CELLS("#size-cells", 2);
	tree_node("secret@40003000");
	TREE_CELLS("reg", 0, 0x40003000, 0, 0x1000);
	tree_end_node();
	tree_end_node();
	tree_node("soc");
	TREE_CELLS("#address-cells", 1);
	TREE_CELLS("#size-cells", 1);
	tree_node("serial@8000");
	tree_property("compatible", "arm,pl011\0arm,primecell", sizeof("arm,pl011\0arm,primecell"));
	tree_text("status", "disabled");
	TREE_CELLS("reg", 0x8000, 0x1000);
	tree_end_node();
	tree_node("serial@9000");
	tree_property("compatible", "arm,pl011\0arm,primecell", sizeof("arm,pl011\0arm,primecell"));
	TREE_CELLS("reg", 0x9000, 0x1000);
	TREE_CELLS("interrupts", 0, 1, 4);
	tree_end_node();
	tree_end_node();
}

static struct device_tree open_tree(void)
{
	struct device_tree tree;

	make_tree();
	assert_true(device_tree_open(&tree, tree_end()));
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
	const uint8_t *bytes = open_tree().bytes;
	uint32_t size = device_tree_bytes(bytes);

	for (uint32_t at = 8; at < size; at++) {
		uint8_t *copy = malloc(size);
		struct device_tree tree;

		assert_non_null(copy);
		memcpy(copy, bytes, size);
		copy[at] ^= 0xff;
		memset(&info, 0, sizeof(info));
		if (device_tree_open(&tree, copy))
			device_tree_info(&tree, 0x48000000, &info);
		free(copy);
	}
}
