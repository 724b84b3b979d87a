/* SPDX-License-Identifier: MIT */
/* Finding the firmware's tables: root pointer, root table, and validity of a table. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/dev/acpi/parse.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

#define RSDT 0x7fe0000
#define XSDT 0x123456789a

TEST(field_beyond_the_end_reads_as_zero)
{
	const uint8_t data[] = {1, 2, 3, 4};
	struct acpi_bytes bytes = {data, sizeof(data)};

	assert_int_equal(acpi_field(bytes, 0, 4), 0x04030201);
	assert_int_equal(acpi_field(bytes, 2, 2), 0x0403);
	assert_int_equal(acpi_field(bytes, 2, 4), 0);
	assert_int_equal(acpi_field(bytes, 4, 1), 0);
	assert_int_equal(acpi_field(bytes, SIZE_MAX, 8), 0);
}

/* Case: the tables to which the root pointer leads. */
static const struct root_pointer {
	const char *name;
	uint8_t revision;
	uint64_t rsdt, xsdt;
	size_t damaged;         /* index of a damaged byte; 0: none */
	uint64_t found_xsdt, found_rsdt;
} root_pointers[] = {
	{"a version 1 root pointer leads to the RSDT", 0, RSDT, 0, 0, 0, RSDT},
	{"a version 2 root pointer leads to both", 2, RSDT, XSDT, 0, XSDT, RSDT},
	{"a damaged extension falls back to the RSDT", 2, RSDT, XSDT, 24, 0, RSDT},
	{"a root pointer without a table is rejected", 2, 0, 0, 0, 0, 0},
	{"a damaged root pointer is rejected", 2, RSDT, XSDT, 16, 0, 0},
};

static void check_root_pointer(void **state)
{
	const struct root_pointer *pointer = *state;
	struct table_builder builder;
	struct acpi_bytes rsdp = table_make_rsdp(&builder, pointer->revision,
						 (uint32_t)pointer->rsdt, pointer->xsdt);
	struct acpi_root root;

	if (pointer->damaged != 0)
		builder.data[pointer->damaged] ^= 1;
	if (pointer->found_rsdt == 0) {
		assert_false(acpi_parse_rsdp(rsdp, &root));
		return;
	}
	assert_true(acpi_parse_rsdp(rsdp, &root));
	assert_int_equal(root.xsdt_phys, pointer->found_xsdt);
	assert_int_equal(root.rsdt_phys, pointer->found_rsdt);
}

TEST_CASES(check_root_pointer, root_pointers);

TEST(root_pointer_is_found_only_at_a_multiple_of_16)
{
	uint8_t area[256] = {0};
	struct table_builder builder;
	struct acpi_bytes rsdp = table_make_rsdp(&builder, 0, 0x7fe0000, 0);

	memcpy(area + 24, rsdp.data, rsdp.size);
	assert_int_equal(acpi_find_rsdp((struct acpi_bytes){area, sizeof(area)}), -1);
	memcpy(area + 208, rsdp.data, rsdp.size);
	assert_int_equal(acpi_find_rsdp((struct acpi_bytes){area, sizeof(area)}), 208);
	assert_int_equal(acpi_find_rsdp((struct acpi_bytes){area, 208 + 19}), -1);
}

TEST(table_needs_its_signature_length_and_checksum)
{
	struct table_builder builder;
	struct acpi_bytes table = table_make_madt(&builder);

	assert_true(acpi_table_is_good(table, "APIC"));
	assert_true(acpi_table_is_good(table, NULL));
	assert_false(acpi_table_is_good(table, "HPET"));
	assert_false(acpi_table_is_good((struct acpi_bytes){table.data, table.size - 1}, "APIC"));
	builder.data[50] ^= 0x10;
	assert_false(acpi_table_is_good(table, "APIC"));
}

TEST(impossible_table_lengths_are_rejected)
{
	struct table_builder builder;
	struct acpi_bytes table = table_make_madt(&builder);

	for (uint32_t length = 0; length < ACPI_HEADER_BYTES; length++) {
		table_put_at(&builder, 4, length, 4);
		assert_int_equal(acpi_table_length(table), 0);
	}
	table_put_at(&builder, 4, UINT32_MAX, 4);
	assert_int_equal(acpi_table_length(table), 0);
	assert_int_equal(acpi_table_length((struct acpi_bytes){table.data, 7}), 0);
}

TEST(root_table_lists_only_complete_entries)
{
	struct table_builder builder;
	struct acpi_bytes table;

	table_begin(&builder, "XSDT", 1);
	table_put(&builder, 0x1111111111, 8);
	table_put(&builder, 0x2222222222, 8);
	table_put(&builder, 0xffffff, 3);
	table = table_end(&builder);
	assert_int_equal(acpi_root_count(table, 8), 2);
	assert_int_equal(acpi_root_entry(table, 8, 1), 0x2222222222);
	table.size = ACPI_HEADER_BYTES;
	assert_int_equal(acpi_root_count(table, 4), 0);
}
