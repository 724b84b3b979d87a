/* SPDX-License-Identifier: MIT */
/* Cores and packages in the PPTT. */
#include "tests/unit/unit.h"

#include "kernel/dev/acpi/parse.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

#define FIRST 36                        /* offset of the first node */
#define NODE_BYTES 20
#define PACKAGE 1u
#define UID 2u
#define THREAD 4u
#define LEAF 8u

static struct table_builder builder;
static struct acpi_places places;

static void put_node(uint32_t flags, uint32_t parent, uint32_t uid)
{
	table_put(&builder, 0, 1);
	table_put(&builder, NODE_BYTES, 1);
	table_put(&builder, 0, 2);
	table_put(&builder, flags, 4);
	table_put(&builder, parent, 4);
	table_put(&builder, uid, 4);
	table_put(&builder, 0, 4);
}

static uint32_t node(unsigned index)
{
	return FIRST + index * NODE_BYTES;
}

/* A package with a core of two threads, and one with a core. */
static void put_sample(unsigned revision)
{
	table_begin(&builder, "PPTT", (uint8_t)revision);
	put_node(PACKAGE, 0, 0);
	put_node(0, node(0), 0);
	put_node(UID | THREAD | LEAF, node(1), 7);
	put_node(UID | THREAD | LEAF, node(1), 3);
	put_node(PACKAGE, 0, 0);
	put_node(UID | LEAF, node(4), 5);
}

TEST(threads_share_a_core_and_cores_a_package)
{
	put_sample(2);
	assert_true(acpi_parse_pptt(table_end(&builder), &places));
	assert_int_equal(places.count, 3);
	assert_int_equal(places.places[0].uid, 7);
	assert_int_equal(places.places[1].uid, 3);
	assert_int_equal(places.places[0].core, places.places[1].core);
	assert_int_equal(places.places[0].package, places.places[1].package);
	assert_int_equal(places.places[2].uid, 5);
	assert_int_not_equal(places.places[2].core, places.places[0].core);
	assert_int_not_equal(places.places[2].package, places.places[0].package);
}

TEST(a_table_that_does_not_mark_leaves_is_not_used)
{
	put_sample(1);
	assert_false(acpi_parse_pptt(table_end(&builder), &places));
}

TEST(a_cpu_without_package_makes_the_table_useless)
{
	put_sample(2);
	put_node(UID | LEAF, 0, 9);
	assert_false(acpi_parse_pptt(table_end(&builder), &places));
}

TEST(a_circle_of_parents_ends)
{
	table_begin(&builder, "PPTT", 2);
	put_node(0, node(1), 0);
	put_node(0, node(0), 0);
	put_node(UID | LEAF, node(1), 1);
	assert_false(acpi_parse_pptt(table_end(&builder), &places));
}

TEST(a_parent_beyond_the_table_is_none)
{
	table_begin(&builder, "PPTT", 2);
	put_node(UID | LEAF, 4000, 1);
	assert_false(acpi_parse_pptt(table_end(&builder), &places));
}
