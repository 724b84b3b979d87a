/* SPDX-License-Identifier: MIT */
/* The way to the firmware's tables: the root pointer, the root table, and what makes a table
 * good. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/dev/acpi/parse.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

TEST(a_field_beyond_the_end_reads_as_zero)
{
	const uint8_t data[] = {1, 2, 3, 4};
	struct acpi_bytes bytes = {data, sizeof(data)};

	assert_int_equal(acpi_field(bytes, 0, 4), 0x04030201);
	assert_int_equal(acpi_field(bytes, 2, 2), 0x0403);
	assert_int_equal(acpi_field(bytes, 2, 4), 0);
	assert_int_equal(acpi_field(bytes, 4, 1), 0);
	assert_int_equal(acpi_field(bytes, SIZE_MAX, 8), 0);
}

TEST(a_version_1_root_pointer_leads_to_the_rsdt)
{
	struct table_builder builder;
	struct acpi_root root;

	assert_true(acpi_parse_rsdp(table_make_rsdp(&builder, 0, 0x7fe0000, 0), &root));
	assert_int_equal(root.table_phys, 0x7fe0000);
	assert_int_equal(root.entry_bytes, 4);
}

TEST(a_version_2_root_pointer_leads_to_the_xsdt)
{
	struct table_builder builder;
	struct acpi_root root;

	assert_true(acpi_parse_rsdp(table_make_rsdp(&builder, 2, 0x7fe0000, 0x123456789a), &root));
	assert_int_equal(root.table_phys, 0x123456789a);
	assert_int_equal(root.entry_bytes, 8);
}

TEST(a_damaged_extension_falls_back_to_the_rsdt)
{
	struct table_builder builder;
	struct acpi_bytes rsdp = table_make_rsdp(&builder, 2, 0x7fe0000, 0x123456789a);
	struct acpi_root root;

	builder.data[24] ^= 1;
	assert_true(acpi_parse_rsdp(rsdp, &root));
	assert_int_equal(root.entry_bytes, 4);
}

TEST(a_root_pointer_without_any_table_is_refused)
{
	struct table_builder builder;
	struct acpi_root root;

	assert_false(acpi_parse_rsdp(table_make_rsdp(&builder, 2, 0, 0), &root));
}

TEST(the_root_pointer_is_found_at_a_multiple_of_16_only)
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

TEST(a_table_is_good_only_with_its_signature_length_and_checksum)
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

TEST(impossible_table_lengths_are_refused)
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

TEST(a_root_table_lists_whole_entries_only)
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_field_beyond_the_end_reads_as_zero),
		cmocka_unit_test(a_version_1_root_pointer_leads_to_the_rsdt),
		cmocka_unit_test(a_version_2_root_pointer_leads_to_the_xsdt),
		cmocka_unit_test(a_damaged_extension_falls_back_to_the_rsdt),
		cmocka_unit_test(a_root_pointer_without_any_table_is_refused),
		cmocka_unit_test(the_root_pointer_is_found_at_a_multiple_of_16_only),
		cmocka_unit_test(a_table_is_good_only_with_its_signature_length_and_checksum),
		cmocka_unit_test(impossible_table_lengths_are_refused),
		cmocka_unit_test(a_root_table_lists_whole_entries_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
