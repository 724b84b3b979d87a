/* SPDX-License-Identifier: MIT */
/* Caches in a device tree. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/one_entry/dev/tree_caches.h"
#include "tests/unit/boot/tree_builder.h"

#define KIB 1024u
enum {L2_HANDLE = 1, L3_HANDLE};

static struct device_tree tree;
static struct cache_list list;

static void put_cpu(const char *name, uint32_t number, uint32_t next)
{
	tree_node(name);
	tree_text("device_type", "cpu");
	TREE_CELLS("reg", 0, number);
	TREE_CELLS("d-cache-size", 32 * KIB);
	TREE_CELLS("d-cache-sets", 128);
	TREE_CELLS("d-cache-line-size", 64);
	TREE_CELLS("i-cache-size", 48 * KIB);
	TREE_CELLS("next-level-cache", next);
	tree_end_node();
}

static void put_cache(const char *name, uint32_t handle, uint32_t size, uint32_t sets,
		      uint32_t next)
{
	tree_node(name);
	tree_text("compatible", "cache");
	TREE_CELLS("phandle", handle);
	TREE_CELLS("cache-size", size);
	TREE_CELLS("cache-sets", sets);
	TREE_CELLS("cache-block-size", 64);
	if (next != 0)
		TREE_CELLS("next-level-cache", next);
	tree_end_node();
}

/* Two CPUs share an L2 and, with a third, an L3, whose next level is the argument. */
static void make(uint32_t next)
{
	tree_begin(0, 0);
	tree_node("cpus");
	TREE_CELLS("#address-cells", 2);
	TREE_CELLS("#size-cells", 0);
	put_cpu("cpu@0", 0, L2_HANDLE);
	put_cpu("cpu@1", 1, L2_HANDLE);
	put_cpu("cpu@100", 0x100, L3_HANDLE);
	put_cache("l2-cache", L2_HANDLE, 512 * KIB, 1024, L3_HANDLE);
	put_cache("l3-cache", L3_HANDLE, 4096 * KIB, 4096, next);
	tree_end_node();
	assert_true(device_tree_open(&tree, tree_end()));
}

TEST(caches_are_those_of_the_cpu_and_of_the_next_levels)
{
	make(0);
	assert_true(tree_caches_read(&tree, 1, &list));
	assert_int_equal(list.count, 4);
	assert_string_equal(list.caches[0].type, "data");
	assert_int_equal(list.caches[0].ways, 4);
	assert_int_equal(list.caches[0].sharing, 1);
	assert_string_equal(list.caches[1].type, "instruction");
	assert_int_equal(list.caches[1].size_bytes, 48 * KIB);
	assert_int_equal(list.caches[1].ways, 0);
	assert_int_equal(list.caches[2].level, 2);
	assert_int_equal(list.caches[2].line_bytes, 64);
	assert_int_equal(list.caches[2].sharing, 2);
	assert_int_equal(list.caches[3].level, 3);
	assert_string_equal(list.caches[3].type, "unified");
	assert_int_equal(list.caches[3].ways, 16);
	assert_int_equal(list.caches[3].sharing, 3);
}

TEST(a_cpu_that_the_tree_lacks_has_no_caches)
{
	make(0);
	assert_false(tree_caches_read(&tree, 2, &list));
	assert_int_equal(list.count, 0);
}

TEST(caches_in_a_circle_and_references_to_nothing_are_refused)
{
	static const uint32_t next[] = {L2_HANDLE, L3_HANDLE, 77, 0xffffffff};

	for (size_t i = 0; i < sizeof(next) / sizeof(next[0]); i++) {
		make(next[i]);
		assert_false(tree_caches_read(&tree, 0, &list));
		assert_int_equal(list.count, 0);
	}
}

/* Under the sanitizers: in memory of exactly the tree's size. */
TEST(damaged_tree_is_not_read_beyond_its_end)
{
	uint32_t size;

	make(0);
	size = tree.size_bytes;
	for (uint32_t at = 8; at < size; at++) {
		uint8_t *copy = malloc(size);
		struct device_tree damaged;

		assert_non_null(copy);
		memcpy(copy, tree.bytes, size);
		copy[at] ^= 0xff;
		if (device_tree_open(&damaged, copy))
			tree_caches_read(&damaged, 1, &list);
		assert_true(list.count <= CPU_CACHES_MAX);
		free(copy);
	}
}
