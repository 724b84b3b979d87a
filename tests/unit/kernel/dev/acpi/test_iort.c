/* SPDX-License-Identifier: MIT */
/* The IORT, and the ITS in the MADT. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/dev/acpi/parse.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

#define ITS_ID 6u
enum {ITS_GROUP = 0, ROOT_COMPLEX = 2, SMMU_V3 = 4};

static struct table_builder builder;
static uint32_t device_id;

/* Returns the node's offset; its data have body_bytes, and its mappings are mapping_count. */
static uint32_t begin_node(uint8_t type, uint16_t body_bytes, uint32_t mapping_count)
{
	uint32_t at = (uint32_t)builder.size, bytes = 16 + body_bytes + 20 * mapping_count;

	table_put(&builder, type, 1);
	table_put(&builder, bytes, 2);
	table_put(&builder, 0, 5);
	table_put(&builder, mapping_count, 4);
	table_put(&builder, 16u + body_bytes, 4);
	for (unsigned i = 0; i < body_bytes / 4; i++)
		table_put(&builder, 0, 4);
	return at;
}

static void put_mapping(uint32_t first, uint32_t count, uint32_t output, uint32_t node)
{
	table_put(&builder, first, 4);
	table_put(&builder, count - 1, 4);
	table_put(&builder, output, 4);
	table_put(&builder, node, 4);
	table_put(&builder, 0, 4);
}

/* An ITS, an SMMU that adds 0x10000, and a root complex: bus 0 goes through the SMMU, bus 1 does
 * not, bus 2 goes to where no node is, and bus 3 to the root complex itself. */
static struct acpi_bytes make(void)
{
	uint32_t its, smmu, root;

	table_begin(&builder, "IORT", 0);
	table_put(&builder, 3, 4);
	table_put(&builder, 48, 4);
	table_put(&builder, 0, 4);
	its = begin_node(ITS_GROUP, 8, 0);
	table_put_at(&builder, its + 16, 1, 4);
	table_put_at(&builder, its + 20, ITS_ID, 4);
	smmu = begin_node(SMMU_V3, 44, 1);
	put_mapping(0, 0x10000, 0x10000, its);
	root = begin_node(ROOT_COMPLEX, 20, 4);
	put_mapping(0, 0x100, 0, smmu);
	put_mapping(0x100, 0x100, 0x7100, its);
	put_mapping(0x200, 0x100, 0, 4000);
	put_mapping(0x300, 0x100, 0x300, root);
	return table_end(&builder);
}

TEST(device_ids_are_those_of_the_mappings)
{
	struct acpi_bytes iort = make();

	assert_true(acpi_parse_iort(iort, 0x08, ITS_ID, &device_id));
	assert_int_equal(device_id, 0x10008);
	assert_true(acpi_parse_iort(iort, 0x1ff, ITS_ID, &device_id));
	assert_int_equal(device_id, 0x71ff);
}

TEST(functions_without_a_way_to_the_its_have_no_id)
{
	struct acpi_bytes iort = make();

	assert_false(acpi_parse_iort(iort, 0x08, ITS_ID + 1, &device_id));
	assert_false(acpi_parse_iort(iort, 0x208, ITS_ID, &device_id));
	assert_false(acpi_parse_iort(iort, 0x308, ITS_ID, &device_id));
	assert_false(acpi_parse_iort(iort, 0x400, ITS_ID, &device_id));
	assert_false(acpi_parse_iort((struct acpi_bytes){0}, 0x08, ITS_ID, &device_id));
}

/* Under the sanitizers: in memory of exactly the table's size. */
TEST(damaged_table_is_not_read_beyond_its_end)
{
	struct acpi_bytes iort = make();

	for (size_t at = 0; at < 8 * iort.size; at++) {
		uint8_t *copy = malloc(iort.size);

		assert_non_null(copy);
		memcpy(copy, iort.data, iort.size);
		copy[at / 8] ^= (uint8_t)(1u << at % 8);
		acpi_parse_iort((struct acpi_bytes){copy, iort.size}, 0x08, ITS_ID, &device_id);
		acpi_parse_iort((struct acpi_bytes){copy, iort.size - at / 8}, 0x1ff, ITS_ID,
				&device_id);
		free(copy);
	}
}

TEST(madt_has_the_first_its)
{
	struct acpi_gic gic;

	table_begin_madt(&builder);
	table_put(&builder, 0x0c, 1);
	table_put(&builder, 24, 1);
	table_put(&builder, 0, 6);
	table_put(&builder, 0x8000000, 8);
	table_put(&builder, 0, 4);
	table_put(&builder, 3, 4);
	for (uint32_t i = 0; i < 2; i++) {
		table_put(&builder, 0x0f, 1);
		table_put(&builder, 20, 1);
		table_put(&builder, 0, 2);
		table_put(&builder, ITS_ID + i, 4);
		table_put(&builder, 0x8080000 + 0x20000 * i, 8);
		table_put(&builder, 0, 4);
	}
	assert_true(acpi_parse_gic(table_end(&builder), &gic));
	assert_int_equal(gic.version, 3);
	assert_int_equal(gic.its_phys, 0x8080000);
	assert_int_equal(gic.its_id, ITS_ID);
}
