/* SPDX-License-Identifier: MIT */
/* The MADT: CPUs, I/O APICs and overrides, in good tables and in odd ones. */
#include "tests/unit/unit.h"

#include "kernel/dev/acpi/parse.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

TEST(the_madt_gives_each_enabled_cpu)
{
	struct table_builder builder;
	struct acpi_madt madt;

	acpi_parse_madt(table_make_madt(&builder), &madt);
	assert_int_equal(madt.lapic_phys, 0xfee00000);
	assert_int_equal(madt.cpu_count, 3);
	assert_int_equal(madt.cpu_apic_ids[0], 0);
	assert_int_equal(madt.cpu_apic_ids[1], 2);
	assert_int_equal(madt.cpu_apic_ids[2], 0x1234);
	assert_int_equal(madt.ioapic_count, 1);
	assert_int_equal(madt.ioapics[0].phys, 0xfec00000);
}

TEST(isa_interrupts_go_straight_unless_overridden)
{
	struct table_builder builder;
	struct acpi_madt madt;

	acpi_parse_madt(table_make_madt(&builder), &madt);
	assert_int_equal(madt.isa[0].gsi, 2);
	assert_false(madt.isa[0].active_low);
	assert_false(madt.isa[0].level);
	assert_int_equal(madt.isa[8].gsi, 8);
	assert_int_equal(madt.isa[9].gsi, 9);
	assert_true(madt.isa[9].active_low);
	assert_true(madt.isa[9].level);
}

TEST(overrides_of_no_isa_interrupt_are_passed_over)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	table_put_override(&builder, 16, 99, 0xf);
	table_put_override(&builder, 255, 99, 0xf);
	acpi_parse_madt(table_end(&builder), &madt);
	for (unsigned irq = 0; irq < ISA_IRQS; irq++)
		assert_int_equal(madt.isa[irq].gsi, irq);
}

TEST(a_cpu_listed_twice_counts_once)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	table_put_lapic(&builder, 3, 1);
	table_put_x2apic(&builder, 3, 1);
	table_put_lapic(&builder, 3, 1);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.cpu_count, 1);
}

TEST(broadcast_ids_are_no_cpus)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	table_put_lapic(&builder, 0xff, 1);
	table_put_x2apic(&builder, 0xffffffff, 1);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.cpu_count, 0);
}

TEST(cpus_that_do_not_fit_are_counted)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	for (uint32_t id = 0; builder.size + 16 <= TABLE_BYTES_MAX; id++)
		table_put_x2apic(&builder, 1000 + id, 1);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_true(madt.cpu_count <= CPUS_MAX);
	assert_int_equal(madt.cpu_count + madt.cpus_dropped,
			 (builder.size - ACPI_HEADER_BYTES - 8) / 16);
}

TEST(ioapics_that_do_not_fit_are_left_out)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	for (uint32_t i = 0; i < ACPI_IOAPICS_MAX + 3; i++)
		table_put_ioapic(&builder, 0xfec00000 + i * 0x1000, i * 24);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.ioapic_count, ACPI_IOAPICS_MAX);
}

TEST(the_lapic_address_override_wins)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	table_put(&builder, 5, 1);
	table_put(&builder, 12, 1);
	table_put(&builder, 0, 2);
	table_put(&builder, 0x800fee00000, 8);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.lapic_phys, 0x800fee00000);
}

TEST(a_structure_of_length_0_ends_the_madt)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	table_put_lapic(&builder, 1, 1);
	table_put(&builder, 0, 2);
	table_put_lapic(&builder, 2, 1);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.cpu_count, 1);
}

TEST(a_structure_longer_than_the_madt_is_not_read)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	table_put_lapic(&builder, 1, 1);
	table_put(&builder, 0, 1);
	table_put(&builder, 200, 1);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.cpu_count, 1);
}

TEST(a_structure_too_short_for_its_type_reads_as_absent)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	for (unsigned type = 0; type < 16; type++) {
		table_put(&builder, type, 1);
		table_put(&builder, 2, 1);
	}
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.cpu_count, 0);
	assert_int_equal(madt.ioapic_count, 0);
	assert_int_equal(madt.lapic_phys, 0xfee00000);
	assert_int_equal(madt.isa[0].gsi, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_madt_gives_each_enabled_cpu),
		cmocka_unit_test(isa_interrupts_go_straight_unless_overridden),
		cmocka_unit_test(overrides_of_no_isa_interrupt_are_passed_over),
		cmocka_unit_test(a_cpu_listed_twice_counts_once),
		cmocka_unit_test(broadcast_ids_are_no_cpus),
		cmocka_unit_test(cpus_that_do_not_fit_are_counted),
		cmocka_unit_test(ioapics_that_do_not_fit_are_left_out),
		cmocka_unit_test(the_lapic_address_override_wins),
		cmocka_unit_test(a_structure_of_length_0_ends_the_madt),
		cmocka_unit_test(a_structure_longer_than_the_madt_is_not_read),
		cmocka_unit_test(a_structure_too_short_for_its_type_reads_as_absent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
