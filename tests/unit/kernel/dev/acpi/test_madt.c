/* SPDX-License-Identifier: MIT */
/* The MADT: CPUs, I/O APICs and overrides, in valid and damaged tables. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/dev/acpi/parse.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

TEST(madt_lists_each_enabled_cpu)
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

TEST(isa_interrupts_have_identity_mapping_unless_overridden)
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

TEST(overrides_of_other_interrupts_are_ignored)
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

/* The last two are a local APIC of length 0, and one that is longer than the table. */
enum structure_kind {LAPIC = 1, X2APIC, EMPTY, LONG};

/* A list of structures, and the number of CPUs in it. */
static const struct cpu_list {
	const char *name;
	struct {
		enum structure_kind kind;       /* 0: none */
		uint32_t id;
	} structures[3];
	uint32_t cpu_count;
} cpu_lists[] = {
	{"a CPU listed twice counts once", {{LAPIC, 3}, {X2APIC, 3}, {LAPIC, 3}}, 1},
	{"broadcast IDs are not CPUs", {{LAPIC, 0xff}, {X2APIC, 0xffffffff}}, 0},
	{"a structure of length 0 ends the MADT", {{LAPIC, 1}, {EMPTY, 0}, {LAPIC, 2}}, 1},
	{"a structure longer than the MADT is not read", {{LAPIC, 1}, {LONG, 2}}, 1},
};

static void check_cpu_list(void **state)
{
	const struct cpu_list *list = *state;
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	for (size_t i = 0; i < COUNT(list->structures); i++) {
		enum structure_kind kind = list->structures[i].kind;
		size_t begin = builder.size;

		if (kind == X2APIC)
			table_put_x2apic(&builder, list->structures[i].id, 1);
		else if (kind != 0)
			table_put_lapic(&builder, (uint8_t)list->structures[i].id, 1);
		if (kind == EMPTY || kind == LONG)
			table_put_at(&builder, begin + 1, kind == LONG ? 200 : 0, 1);
	}
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.cpu_count, list->cpu_count);
}

TEST_CASES(check_cpu_list, cpu_lists);

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

TEST(ioapics_that_do_not_fit_are_dropped)
{
	struct table_builder builder;
	struct acpi_madt madt;

	table_begin_madt(&builder);
	for (uint32_t i = 0; i < ACPI_IOAPICS_MAX + 3; i++)
		table_put_ioapic(&builder, 0xfec00000 + i * 0x1000, i * 24);
	acpi_parse_madt(table_end(&builder), &madt);
	assert_int_equal(madt.ioapic_count, ACPI_IOAPICS_MAX);
}

TEST(lapic_address_override_takes_precedence)
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

TEST(structure_too_short_for_its_type_is_ignored)
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
