/* SPDX-License-Identifier: MIT */
/* Caches in the PPTT. The last tests merge lists of two sources. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/one_entry/dev/acpi/cache_list.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

#define PACKAGE 1u
#define UID 2u
#define LEAF 8u
#define VALID 0x7fu                     /* flags of a cache: all fields but the ID */
#define DATA 0u
#define INSTRUCTION 4u
#define UNIFIED 8u                      /* attributes of a cache: its type */
#define KIB 1024u

static struct table_builder builder;
static struct cache_list list;

/* Returns the cache's offset. */
static uint32_t put_cache(uint32_t flags, uint32_t next, uint32_t size, uint32_t sets, uint8_t ways,
			  uint8_t type)
{
	uint32_t offset = (uint32_t)builder.size;

	table_put(&builder, 1, 1);
	table_put(&builder, 24, 1);
	table_put(&builder, 0, 2);
	table_put(&builder, flags, 4);
	table_put(&builder, next, 4);
	table_put(&builder, size, 4);
	table_put(&builder, sets, 4);
	table_put(&builder, ways, 1);
	table_put(&builder, type, 1);
	table_put(&builder, 64, 2);
	return offset;
}

/* Returns the node's offset. A resource of 0 ends the list. */
static uint32_t put_node(uint32_t flags, uint32_t parent, uint32_t uid, uint32_t first,
			 uint32_t second)
{
	uint32_t offset = (uint32_t)builder.size, count = (first != 0) + (second != 0);

	table_put(&builder, 0, 1);
	table_put(&builder, 20 + 4 * count, 1);
	table_put(&builder, 0, 2);
	table_put(&builder, flags, 4);
	table_put(&builder, parent, 4);
	table_put(&builder, uid, 4);
	table_put(&builder, count, 4);
	for (uint32_t i = 0; i < count; i++)
		table_put(&builder, i == 0 ? first : second, 4);
	return offset;
}

static bool parse(uint32_t uid)
{
	return acpi_parse_caches(table_end(&builder), uid, &list);
}

static void assert_cache(size_t index, uint32_t level, const char *type, uint64_t size_bytes,
			 uint32_t ways, uint32_t sharing)
{
	assert_true(index < list.count);
	assert_int_equal(list.caches[index].level, level);
	assert_string_equal(list.caches[index].type, type);
	assert_int_equal(list.caches[index].size_bytes, size_bytes);
	assert_int_equal(list.caches[index].line_bytes, 64);
	assert_int_equal(list.caches[index].ways, ways);
	assert_int_equal(list.caches[index].sharing, sharing);
}

/* A package with an L3, and two CPUs, each with L1 and L2. */
static void put_sample(void)
{
	uint32_t l3, package;

	table_begin(&builder, "PPTT", 3);
	l3 = put_cache(VALID, 0, 4096 * KIB, 4096, 16, UNIFIED);
	package = put_node(PACKAGE, 0, 0, l3, 0);
	for (uint32_t uid = 5; uid < 7; uid++) {
		uint32_t l2 = put_cache(VALID, 0, 512 * KIB, 1024, 8, UNIFIED);
		uint32_t l1d = put_cache(VALID, l2, 32 * KIB, 128, 4, DATA);
		uint32_t l1i = put_cache(VALID, l2, 48 * KIB, 256, 3, INSTRUCTION);

		put_node(UID | LEAF, package, uid, l1i, l1d);
	}
}

TEST(caches_have_levels_by_their_distance_and_the_cpus_that_share_them)
{
	put_sample();
	assert_true(parse(6));
	assert_int_equal(list.count, 4);
	assert_cache(0, 1, "data", 32 * KIB, 4, 1);
	assert_cache(1, 1, "instruction", 48 * KIB, 3, 1);
	assert_cache(2, 2, "unified", 512 * KIB, 8, 1);
	assert_cache(3, 3, "unified", 4096 * KIB, 16, 2);
}

/* As in tables that list the L2 first, although the L1 leads to it. */
TEST(a_cache_that_is_listed_twice_has_the_higher_level)
{
	uint32_t l2, l1;

	table_begin(&builder, "PPTT", 3);
	l2 = put_cache(VALID, 0, 512 * KIB, 1024, 8, UNIFIED);
	l1 = put_cache(VALID, l2, 32 * KIB, 128, 4, DATA);
	put_node(UID | LEAF, put_node(PACKAGE, 0, 0, l2, 0), 1, l2, l1);
	assert_true(parse(1));
	assert_int_equal(list.count, 2);
	assert_cache(0, 1, "data", 32 * KIB, 4, 1);
	assert_cache(1, 2, "unified", 512 * KIB, 8, 1);
}

TEST(a_size_that_is_not_stated_follows_from_the_sets)
{
	uint32_t cache;

	table_begin(&builder, "PPTT", 2);
	cache = put_cache(VALID & ~1u, 0, 0xffffffff, 128, 4, DATA);
	put_node(UID | LEAF, 0, 1, cache, 0);
	assert_true(parse(1));
	assert_cache(0, 1, "data", 32 * KIB, 4, 1);
}

TEST(a_cache_without_type_is_left_out)
{
	table_begin(&builder, "PPTT", 2);
	put_node(UID | LEAF, 0, 1, put_cache(VALID & ~0x10u, 0, 32 * KIB, 128, 4, DATA), 0);
	assert_true(parse(1));
	assert_int_equal(list.count, 0);
}

TEST(a_table_without_caches_states_none)
{
	table_begin(&builder, "PPTT", 2);
	put_node(UID | LEAF, 0, 1, 0, 0);
	assert_true(parse(1));
	assert_int_equal(list.count, 0);
	assert_false(parse(2));
}

/* ---- Malformed tables ---- */

static void assert_refused(uint32_t first, uint32_t second)
{
	put_node(UID | LEAF, 0, 1, first, second);
	assert_false(parse(1));
	assert_int_equal(list.count, 0);
}

TEST(caches_in_a_circle_are_refused)
{
	uint32_t at;

	table_begin(&builder, "PPTT", 2);
	at = (uint32_t)builder.size;
	put_cache(VALID, at + 24, 32 * KIB, 128, 4, DATA);
	put_cache(VALID, at, 512 * KIB, 1024, 8, UNIFIED);
	assert_refused(at, 0);
	table_begin(&builder, "PPTT", 2);
	put_cache(VALID, at, 32 * KIB, 128, 4, DATA);
	assert_refused(at, 0);
}

TEST(offsets_outside_of_the_table_or_of_no_cache_are_refused)
{
	static const uint32_t offsets[] = {4000, 0xffffffff, 1, 35};

	for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		table_begin(&builder, "PPTT", 2);
		assert_refused(offsets[i], 0);
		table_begin(&builder, "PPTT", 2);
		assert_refused(put_cache(VALID, offsets[i], 32 * KIB, 128, 4, DATA), 0);
	}
	table_begin(&builder, "PPTT", 2);
	assert_refused(put_node(PACKAGE, 0, 0, 0, 0), 0);
}

TEST(a_structure_of_length_0_ends_the_table)
{
	uint32_t cache;

	table_begin(&builder, "PPTT", 2);
	cache = put_cache(VALID, 0, 32 * KIB, 128, 4, DATA);
	table_put_at(&builder, cache + 1, 0, 1);
	assert_refused(cache, 0);
}

TEST(more_resources_than_the_node_has_room_for_are_refused)
{
	uint32_t node;

	table_begin(&builder, "PPTT", 2);
	node = put_node(UID | LEAF, 0, 1, put_cache(VALID, 0, 32 * KIB, 128, 4, DATA), 0);
	table_put_at(&builder, node + 16, 0xffffffff, 4);
	assert_false(parse(1));
}

TEST(parents_in_a_circle_are_refused)
{
	table_begin(&builder, "PPTT", 2);
	put_node(UID | LEAF, (uint32_t)builder.size, 1, 0, 0);
	assert_false(parse(1));
}

TEST(a_size_that_contradicts_sets_and_ways_is_refused)
{
	table_begin(&builder, "PPTT", 2);
	assert_refused(put_cache(VALID, 0, 33 * KIB, 128, 4, DATA), 0);
}

/* Under the sanitizers: in memory of exactly the table's size. */
TEST(damaged_table_is_not_read_beyond_its_end)
{
	struct acpi_bytes table;

	put_sample();
	table = table_end(&builder);
	for (size_t at = 0; at < 8 * table.size; at++) {
		uint8_t *copy = malloc(table.size);

		assert_non_null(copy);
		memcpy(copy, table.data, table.size);
		copy[at / 8] ^= (uint8_t)(1u << at % 8);
		acpi_parse_caches((struct acpi_bytes){copy, table.size}, 5, &list);
		acpi_parse_caches((struct acpi_bytes){copy, table.size - at / 8}, 6, &list);
		assert_true(list.count <= CPU_CACHES_MAX);
		free(copy);
	}
}

/* ---- Several sources ---- */

static unsigned reports;

static void count_report(const struct cpu_cache *cache, const char *what, uint64_t ours,
			 uint64_t others, const char *source)
{
	assert_int_equal(cache->level, 1);
	assert_string_equal(what, "bytes");
	assert_int_equal(ours, 32 * KIB);
	assert_int_equal(others, 64 * KIB);
	assert_string_equal(source, "registers");
	reports++;
}

TEST(another_source_completes_a_list_and_differences_are_reported)
{
	struct cache_list registers = {0};

	list = (struct cache_list){0};
	reports = 0;
	assert_true(cache_list_add(&list, (struct cpu_cache){
		.level = 1, .type = "data", .size_bytes = 32 * KIB, .sharing = 2}, 0));
	assert_true(cache_list_add(&registers, (struct cpu_cache){
		.level = 2, .type = "unified", .size_bytes = 512 * KIB, .line_bytes = 64,
		.ways = 8}, 0));
	assert_true(cache_list_add(&registers, (struct cpu_cache){
		.level = 1, .type = "data", .size_bytes = 64 * KIB, .line_bytes = 64,
		.ways = 4}, 0));
	cache_list_merge(&list, &registers, "registers", count_report);
	assert_int_equal(reports, 1);
	assert_int_equal(list.count, 2);
	assert_cache(0, 1, "data", 32 * KIB, 4, 2);
	assert_cache(1, 2, "unified", 512 * KIB, 8, 0);
}
