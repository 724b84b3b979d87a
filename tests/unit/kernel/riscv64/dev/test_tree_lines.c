/* SPDX-License-Identifier: MIT */
/* Interrupt lines in a device tree. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/riscv64/dev/tree_lines.h"
#include "tests/unit/boot/tree_builder.h"

enum {HART_3 = 1, HART_5, PLIC, OTHER};
#define MACHINE 11u                     /* causes */
#define SUPERVISOR 9u

static struct device_tree tree;
static struct plic plic;

static void put_cpu(const char *name, uint32_t hart, uint32_t handle)
{
	tree_node(name);
	tree_text("device_type", "cpu");
	TREE_CELLS("reg", hart);
	tree_node("interrupt-controller");
	TREE_CELLS("phandle", handle);
	tree_end_node();
	tree_end_node();
}

static void make(void)
{
	tree_begin(0, 0);
	tree_node("cpus");
	TREE_CELLS("#address-cells", 1);
	TREE_CELLS("#size-cells", 0);
	put_cpu("cpu@3", 3, HART_3);
	put_cpu("cpu@5", 5, HART_5);
	tree_end_node();
	tree_node("plic@c000000");
	tree_text("compatible", "sifive,plic-1.0.0");
	TREE_CELLS("reg", 0, 0xc000000, 0x600000);
	TREE_CELLS("phandle", PLIC);
	TREE_CELLS("interrupts-extended", HART_3, MACHINE, HART_3, SUPERVISOR, HART_5, MACHINE,
		   HART_5, SUPERVISOR);
	tree_end_node();
	tree_node("pci@30000000");
	tree_text("compatible", "pci-host-ecam-generic");
	TREE_CELLS("interrupt-map-mask", 0x1800, 0, 0, 7);
	TREE_CELLS("interrupt-map", 0, 0, 0, 1, PLIC, 32, 0x800, 0, 0, 1, PLIC, 33,
		   0x800, 0, 0, 2, OTHER, 34);
	tree_end_node();
	assert_true(device_tree_open(&tree, tree_end()));
}

TEST(context_is_the_place_of_the_hart_in_s_mode)
{
	make();
	assert_true(tree_find_plic(&tree, 3, &plic));
	assert_int_equal(plic.phys, 0xc000000);
	assert_int_equal(plic.context, 1);
	assert_true(tree_find_plic(&tree, 5, &plic));
	assert_int_equal(plic.context, 3);
	assert_false(tree_find_plic(&tree, 4, &plic));
	assert_int_equal(plic.phys, 0);
}

/* Devices 5 and 1 have one line, because the mask leaves the lowest two bits. */
TEST(line_of_a_pin_is_that_of_the_map)
{
	make();
	assert_true(tree_find_plic(&tree, 3, &plic));
	assert_int_equal(tree_pci_line(&tree, &plic, 0, 1), 32);
	assert_int_equal(tree_pci_line(&tree, &plic, 5u << 11, 1), 33);
	assert_int_equal(tree_pci_line(&tree, &plic, 1u << 11, 2), 0);
	assert_int_equal(tree_pci_line(&tree, &plic, 2u << 11, 1), 0);
}

/* Under the sanitizers: in memory of exactly the tree's size. */
TEST(damaged_tree_is_not_read_beyond_its_end)
{
	make();
	for (uint32_t at = 8; at < tree.size_bytes; at++) {
		uint8_t *copy = malloc(tree.size_bytes);
		struct device_tree damaged;

		assert_non_null(copy);
		memcpy(copy, tree.bytes, tree.size_bytes);
		copy[at] ^= 0xff;
		if (device_tree_open(&damaged, copy)) {
			tree_find_plic(&damaged, 3, &plic);
			tree_pci_line(&damaged, &plic, 0, 1);
		}
		free(copy);
	}
}
