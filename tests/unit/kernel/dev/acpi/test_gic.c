/* SPDX-License-Identifier: MIT */
/* Arm's interrupt controller, CPUs and timer: MADT, GTDT, FADT and SRAT. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/dev/acpi/parse_nodes.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

#define GICC_BYTES 80

static void put_cpu(struct table_builder *builder, uint32_t uid, uint32_t flags, uint64_t mpidr,
		    uint64_t redistributor)
{
	size_t begin = builder->size;

	table_put(builder, 0x0b, 1);
	table_put(builder, GICC_BYTES, 1);
	builder->size = begin + GICC_BYTES;
	table_put_at(builder, begin + 8, uid, 4);
	table_put_at(builder, begin + 12, flags, 4);
	table_put_at(builder, begin + 32, 0x8010000, 8);
	table_put_at(builder, begin + 60, redistributor, 8);
	table_put_at(builder, begin + 68, mpidr, 8);
}

static void put_distributor(struct table_builder *builder, uint64_t phys, uint8_t version)
{
	table_put(builder, 0x0c, 1);
	table_put(builder, 24, 1);
	table_put(builder, 0, 6);
	table_put(builder, phys, 8);
	table_put(builder, 0, 4);
	table_put(builder, version, 1);
	table_put(builder, 0, 3);
}

static void put_redistributors(struct table_builder *builder, uint64_t phys, uint32_t size_bytes)
{
	table_put(builder, 0x0e, 1);
	table_put(builder, 16, 1);
	table_put(builder, 0, 2);
	table_put(builder, phys, 8);
	table_put(builder, size_bytes, 4);
}

static void put_message_frame(struct table_builder *builder, uint64_t phys)
{
	table_put(builder, 0x0d, 1);
	table_put(builder, 24, 1);
	table_put(builder, 0, 6);
	table_put(builder, phys, 8);
	table_put(builder, 0, 8);
}

TEST(madt_has_the_distributor_and_each_enabled_cpu)
{
	struct table_builder builder;
	struct acpi_gic gic;

	table_begin_madt(&builder);
	put_cpu(&builder, 0, 1, 0, 0);
	put_cpu(&builder, 1, 0, 1, 0);
	put_cpu(&builder, 2, 1, 0x0000000500000102, 0);
	put_distributor(&builder, 0x8000000, 2);
	put_message_frame(&builder, 0x8020000);
	assert_true(acpi_parse_gic(table_end(&builder), &gic));
	assert_int_equal(gic.version, 2);
	assert_int_equal(gic.message_frame_phys, 0x8020000);
	assert_int_equal(gic.distributor_phys, 0x8000000);
	assert_int_equal(gic.interface_phys, 0x8010000);
	assert_int_equal(gic.cpu_count, 2);
	assert_int_equal(gic.cpu_ids[0], 0);
	assert_int_equal(gic.cpu_ids[1], 0x05000102);
	assert_int_equal(gic.cpu_uids[1], 2);
	assert_int_equal(gic.redistributor_ranges, 0);
}

TEST(redistributors_are_listed_as_ranges_or_by_cpu)
{
	struct table_builder builder;
	struct acpi_gic gic;

	table_begin_madt(&builder);
	put_distributor(&builder, 0x8000000, 4);
	put_redistributors(&builder, 0x80a0000, 0xf60000);
	assert_true(acpi_parse_gic(table_end(&builder), &gic));
	assert_int_equal(gic.version, 3);
	assert_int_equal(gic.redistributor_ranges, 1);
	assert_int_equal(gic.redistributors[0].size_bytes, 0xf60000);
	table_begin_madt(&builder);
	put_distributor(&builder, 0x8000000, 0);
	put_cpu(&builder, 0, 1, 0, 0x100100140000);
	put_cpu(&builder, 1, 1, 1, 0x100100180000);
	assert_true(acpi_parse_gic(table_end(&builder), &gic));
	assert_int_equal(gic.version, 3);
	assert_int_equal(gic.redistributor_ranges, 2);
	assert_int_equal(gic.redistributors[1].phys, 0x100100180000);
	assert_int_equal(gic.redistributors[1].size_bytes, 0x20000);
}

TEST(a_machine_without_distributor_has_no_controller)
{
	struct table_builder builder;
	struct acpi_gic gic;

	table_begin_madt(&builder);
	put_cpu(&builder, 0, 1, 0, 0);
	assert_false(acpi_parse_gic(table_end(&builder), &gic));
	assert_false(acpi_parse_gic(table_make_madt(&builder), &gic));
	assert_int_equal(gic.cpu_count, 0);
}

TEST(structures_beyond_the_end_or_of_length_0_end_the_list)
{
	struct table_builder builder;
	struct acpi_gic gic;
	size_t begin;

	table_begin_madt(&builder);
	put_distributor(&builder, 0x8000000, 2);
	put_cpu(&builder, 0, 1, 0, 0);
	begin = builder.size;
	put_cpu(&builder, 1, 1, 1, 0);
	table_put_at(&builder, begin + 1, 200, 1);
	assert_true(acpi_parse_gic(table_end(&builder), &gic));
	assert_int_equal(gic.cpu_count, 1);
	table_put_at(&builder, begin + 1, 0, 1);
	assert_true(acpi_parse_gic(table_end(&builder), &gic));
	assert_int_equal(gic.cpu_count, 1);
}

TEST(cpus_beyond_the_limit_are_counted)
{
	static uint8_t bytes[44 + 24 + (CPUS_MAX + 3) * GICC_BYTES];
	struct table_builder builder;
	struct acpi_gic gic;
	size_t end;

	table_begin_madt(&builder);
	put_distributor(&builder, 0x8000000, 3);
	memcpy(bytes, builder.data, builder.size);
	end = builder.size;
	for (uint32_t cpu = 0; cpu < CPUS_MAX + 3; cpu++, end += GICC_BYTES) {
		builder.size = 0;
		put_cpu(&builder, cpu, 1, cpu, 0x1000000 + cpu * 0x20000ull);
		memcpy(bytes + end, builder.data, GICC_BYTES);
	}
	assert_true(acpi_parse_gic((struct acpi_bytes){bytes, end}, &gic));
	assert_int_equal(gic.cpu_count, CPUS_MAX);
	assert_int_equal(gic.cpus_dropped, 3);
	assert_int_equal(gic.redistributor_ranges, ACPI_REDISTRIBUTORS_MAX);
}

TEST(gtdt_has_the_interrupt_of_the_virtual_timer)
{
	struct table_builder builder;

	table_begin(&builder, "GTDT", 2);
	builder.size = 96;
	table_put_at(&builder, 64, 27, 4);
	assert_int_equal(acpi_parse_gtdt(table_end(&builder)), 27);
	builder.size = 64;
	assert_int_equal(acpi_parse_gtdt(table_end(&builder)), 0);
}

TEST(fadt_says_how_psci_is_called)
{
	static const struct {
		uint16_t flags;
		bool has_psci, uses_hvc;
	} cases[] = {{0, false, false}, {1, true, false}, {3, true, true}};
	struct table_builder builder;
	struct acpi_fadt fadt;

	for (size_t i = 0; i < COUNT(cases); i++) {
		table_begin(&builder, "FACP", 6);
		builder.size = 276;
		table_put_at(&builder, 129, cases[i].flags, 2);
		acpi_parse_fadt(table_end(&builder), &fadt);
		assert_int_equal(fadt.has_psci, cases[i].has_psci);
		assert_int_equal(fadt.psci_uses_hvc, cases[i].uses_hvc);
	}
}

TEST(srat_has_the_nodes_of_arm_cpus_by_uid)
{
	static struct acpi_nodes nodes;
	struct table_builder builder;

	table_begin(&builder, "SRAT", 3);
	builder.size = 48;
	for (uint32_t uid = 0; uid < 3; uid++) {
		table_put(&builder, 3, 1);
		table_put(&builder, 18, 1);
		table_put(&builder, 40 + uid, 4);
		table_put(&builder, 7 + uid, 4);
		table_put(&builder, uid != 1, 4);
		table_put(&builder, 0, 4);
	}
	assert_true(acpi_parse_srat(table_end(&builder), &nodes));
	assert_int_equal(nodes.cpu_count, 2);
	assert_int_equal(nodes.cpus[1].apic_id, 9);
	assert_int_equal(nodes.domains[nodes.cpus[1].node], 42);
}
