/* SPDX-License-Identifier: MIT */
/* ACPI decoding: good tables, and everything firmware or a bad disk could make of them. The broken
 * ones are decoded from a heap copy of their exact size, so that the address sanitizer sees every
 * read outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/dev/acpi/parse.h"

#define TABLE_MAX 8192

/* A table under construction. */
struct builder {
	uint8_t data[TABLE_MAX];
	size_t size;
};

static void put_at(struct builder *builder, size_t offset, uint64_t value, size_t size)
{
	for (size_t i = 0; i < size; i++)
		builder->data[offset + i] = (uint8_t)(value >> 8 * i);
}

static void put(struct builder *builder, uint64_t value, size_t size)
{
	put_at(builder, builder->size, value, size);
	builder->size += size;
}

static void put_text(struct builder *builder, const char *text, size_t size)
{
	memcpy(builder->data + builder->size, text, size);
	builder->size += size;
}

static uint8_t sum_of(const uint8_t *data, size_t size)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < size; i++)
		sum = (uint8_t)(sum + data[i]);
	return sum;
}

static void begin_table(struct builder *builder, const char *signature, uint8_t revision)
{
	memset(builder, 0, sizeof(*builder));
	put_text(builder, signature, 4);
	put(builder, 0, 4);
	put(builder, revision, 1);
	builder->size = ACPI_HEADER_BYTES;
}

static struct acpi_bytes end_table(struct builder *builder)
{
	put_at(builder, 4, builder->size, 4);
	builder->data[9] = 0;
	builder->data[9] = (uint8_t)-sum_of(builder->data, builder->size);
	return (struct acpi_bytes){builder->data, builder->size};
}

/* ---- Samples ---- */

static struct acpi_bytes make_rsdp(struct builder *builder, uint8_t revision, uint32_t rsdt,
				   uint64_t xsdt)
{
	memset(builder, 0, sizeof(*builder));
	put_text(builder, "RSD PTR ", 8);
	builder->size = 15;
	put(builder, revision, 1);
	put(builder, rsdt, 4);
	put(builder, ACPI_RSDP_BYTES, 4);
	put(builder, xsdt, 8);
	put(builder, 0, 4);
	builder->data[8] = (uint8_t)-sum_of(builder->data, 20);
	builder->data[32] = (uint8_t)-sum_of(builder->data, ACPI_RSDP_BYTES);
	return (struct acpi_bytes){builder->data, builder->size};
}

static void put_lapic(struct builder *builder, uint8_t apic_id, uint32_t flags)
{
	put(builder, 0, 1);
	put(builder, 8, 1);
	put(builder, 0, 1);
	put(builder, apic_id, 1);
	put(builder, flags, 4);
}

static void put_x2apic(struct builder *builder, uint32_t apic_id, uint32_t flags)
{
	put(builder, 9, 1);
	put(builder, 16, 1);
	put(builder, 0, 2);
	put(builder, apic_id, 4);
	put(builder, flags, 4);
	put(builder, 0, 4);
}

static void put_ioapic(struct builder *builder, uint32_t phys, uint32_t gsi_base)
{
	put(builder, 1, 1);
	put(builder, 12, 1);
	put(builder, 0, 2);
	put(builder, phys, 4);
	put(builder, gsi_base, 4);
}

static void put_override(struct builder *builder, uint8_t irq, uint32_t gsi, uint16_t flags)
{
	put(builder, 2, 1);
	put(builder, 10, 1);
	put(builder, 0, 1);
	put(builder, irq, 1);
	put(builder, gsi, 4);
	put(builder, flags, 2);
}

static void begin_madt(struct builder *builder)
{
	begin_table(builder, "APIC", 5);
	put(builder, 0xfee00000, 4);
	put(builder, 1, 4);
}

static struct acpi_bytes make_madt(struct builder *builder)
{
	begin_madt(builder);
	put_lapic(builder, 0, 1);
	put_lapic(builder, 2, 1);
	put_lapic(builder, 4, 0);
	put_lapic(builder, 6, 2);
	put_x2apic(builder, 0x1234, 1);
	put_ioapic(builder, 0xfec00000, 0);
	put_override(builder, 0, 2, 0);
	put_override(builder, 9, 9, 0xf);
	return end_table(builder);
}

static struct acpi_bytes make_fadt(struct builder *builder)
{
	begin_table(builder, "FACP", 5);
	put_at(builder, 40, 0x7ffe0000, 4);
	put_at(builder, 48, 0xb2, 4);
	put_at(builder, 52, 0xf1, 1);
	put_at(builder, 64, 0x604, 4);
	put_at(builder, 76, 0x608, 4);
	put_at(builder, 91, 4, 1);
	put_at(builder, 106, 0x0d, 1);
	put_at(builder, 109, 2, 2);
	put_at(builder, 112, 1u << 10 | 1u << 8, 4);
	put_at(builder, 116, 1, 1);
	put_at(builder, 117, 8, 1);
	put_at(builder, 120, 0xcf9, 8);
	put_at(builder, 128, 0xf, 1);
	builder->size = 276;
	return end_table(builder);
}

static struct acpi_bytes make_hpet(struct builder *builder, uint8_t space, uint64_t phys)
{
	begin_table(builder, "HPET", 1);
	put(builder, 0x8086a201, 4);
	put(builder, space, 1);
	put(builder, 0, 3);
	put(builder, phys, 8);
	put(builder, 0, 4);
	return end_table(builder);
}

static void put_mcfg(struct builder *builder, uint64_t phys, uint16_t segment, uint8_t first_bus,
		     uint8_t last_bus)
{
	put(builder, phys, 8);
	put(builder, segment, 2);
	put(builder, first_bus, 1);
	put(builder, last_bus, 1);
	put(builder, 0, 4);
}

/* With another segment's space before it. */
static struct acpi_bytes make_mcfg(struct builder *builder, uint64_t phys, uint8_t first_bus,
				   uint8_t last_bus)
{
	begin_table(builder, "MCFG", 1);
	put(builder, 0, 8);
	put_mcfg(builder, 0xe0000000, 1, 0, 255);
	put_mcfg(builder, phys, 0, first_bus, last_bus);
	return end_table(builder);
}

static struct acpi_bytes make_dsdt(struct builder *builder, const char *aml, size_t size)
{
	begin_table(builder, "DSDT", 1);
	put_text(builder, "noise _S5_ in a string ", 23);
	put_text(builder, aml, size);
	return end_table(builder);
}

/* ---- Root pointer and tables ---- */

static void a_field_beyond_the_end_reads_as_zero(void **state)
{
	const uint8_t data[] = {1, 2, 3, 4};
	struct acpi_bytes bytes = {data, sizeof(data)};

	(void)state;
	assert_int_equal(acpi_field(bytes, 0, 4), 0x04030201);
	assert_int_equal(acpi_field(bytes, 2, 2), 0x0403);
	assert_int_equal(acpi_field(bytes, 2, 4), 0);
	assert_int_equal(acpi_field(bytes, 4, 1), 0);
	assert_int_equal(acpi_field(bytes, SIZE_MAX, 8), 0);
}

static void a_version_1_root_pointer_leads_to_the_rsdt(void **state)
{
	struct builder builder;
	struct acpi_root root;

	(void)state;
	assert_true(acpi_parse_rsdp(make_rsdp(&builder, 0, 0x7fe0000, 0), &root));
	assert_int_equal(root.table_phys, 0x7fe0000);
	assert_int_equal(root.entry_bytes, 4);
}

static void a_version_2_root_pointer_leads_to_the_xsdt(void **state)
{
	struct builder builder;
	struct acpi_root root;

	(void)state;
	assert_true(acpi_parse_rsdp(make_rsdp(&builder, 2, 0x7fe0000, 0x123456789a), &root));
	assert_int_equal(root.table_phys, 0x123456789a);
	assert_int_equal(root.entry_bytes, 8);
}

static void a_damaged_extension_falls_back_to_the_rsdt(void **state)
{
	struct builder builder;
	struct acpi_bytes rsdp = make_rsdp(&builder, 2, 0x7fe0000, 0x123456789a);
	struct acpi_root root;

	(void)state;
	builder.data[24] ^= 1;
	assert_true(acpi_parse_rsdp(rsdp, &root));
	assert_int_equal(root.entry_bytes, 4);
}

static void a_root_pointer_without_any_table_is_refused(void **state)
{
	struct builder builder;
	struct acpi_root root;

	(void)state;
	assert_false(acpi_parse_rsdp(make_rsdp(&builder, 2, 0, 0), &root));
}

static void the_root_pointer_is_found_at_a_multiple_of_16_only(void **state)
{
	uint8_t area[256] = {0};
	struct builder builder;
	struct acpi_bytes rsdp = make_rsdp(&builder, 0, 0x7fe0000, 0);

	(void)state;
	memcpy(area + 24, rsdp.data, rsdp.size);
	assert_int_equal(acpi_find_rsdp((struct acpi_bytes){area, sizeof(area)}), -1);
	memcpy(area + 208, rsdp.data, rsdp.size);
	assert_int_equal(acpi_find_rsdp((struct acpi_bytes){area, sizeof(area)}), 208);
	assert_int_equal(acpi_find_rsdp((struct acpi_bytes){area, 208 + 19}), -1);
}

static void a_table_is_good_only_with_its_signature_length_and_checksum(void **state)
{
	struct builder builder;
	struct acpi_bytes table = make_madt(&builder);

	(void)state;
	assert_true(acpi_table_is_good(table, "APIC"));
	assert_true(acpi_table_is_good(table, NULL));
	assert_false(acpi_table_is_good(table, "HPET"));
	assert_false(acpi_table_is_good((struct acpi_bytes){table.data, table.size - 1}, "APIC"));
	builder.data[50] ^= 0x10;
	assert_false(acpi_table_is_good(table, "APIC"));
}

static void impossible_table_lengths_are_refused(void **state)
{
	struct builder builder;
	struct acpi_bytes table = make_madt(&builder);

	(void)state;
	for (uint32_t length = 0; length < ACPI_HEADER_BYTES; length++) {
		put_at(&builder, 4, length, 4);
		assert_int_equal(acpi_table_length(table), 0);
	}
	put_at(&builder, 4, UINT32_MAX, 4);
	assert_int_equal(acpi_table_length(table), 0);
	assert_int_equal(acpi_table_length((struct acpi_bytes){table.data, 7}), 0);
}

static void a_root_table_lists_whole_entries_only(void **state)
{
	struct builder builder;
	struct acpi_bytes table;

	(void)state;
	begin_table(&builder, "XSDT", 1);
	put(&builder, 0x1111111111, 8);
	put(&builder, 0x2222222222, 8);
	put(&builder, 0xffffff, 3);
	table = end_table(&builder);
	assert_int_equal(acpi_root_count(table, 8), 2);
	assert_int_equal(acpi_root_entry(table, 8, 1), 0x2222222222);
	table.size = ACPI_HEADER_BYTES;
	assert_int_equal(acpi_root_count(table, 4), 0);
}

/* ---- MADT ---- */

static void the_madt_gives_each_enabled_cpu(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	acpi_parse_madt(make_madt(&builder), &madt);
	assert_int_equal(madt.lapic_phys, 0xfee00000);
	assert_int_equal(madt.cpu_count, 3);
	assert_int_equal(madt.cpu_apic_ids[0], 0);
	assert_int_equal(madt.cpu_apic_ids[1], 2);
	assert_int_equal(madt.cpu_apic_ids[2], 0x1234);
	assert_int_equal(madt.ioapic_count, 1);
	assert_int_equal(madt.ioapics[0].phys, 0xfec00000);
}

static void isa_interrupts_go_straight_unless_overridden(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	acpi_parse_madt(make_madt(&builder), &madt);
	assert_int_equal(madt.isa[0].gsi, 2);
	assert_false(madt.isa[0].active_low);
	assert_false(madt.isa[0].level);
	assert_int_equal(madt.isa[8].gsi, 8);
	assert_int_equal(madt.isa[9].gsi, 9);
	assert_true(madt.isa[9].active_low);
	assert_true(madt.isa[9].level);
}

static void overrides_of_no_isa_interrupt_are_passed_over(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	put_override(&builder, 16, 99, 0xf);
	put_override(&builder, 255, 99, 0xf);
	acpi_parse_madt(end_table(&builder), &madt);
	for (unsigned irq = 0; irq < ISA_IRQS; irq++)
		assert_int_equal(madt.isa[irq].gsi, irq);
}

static void a_cpu_listed_twice_counts_once(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	put_lapic(&builder, 3, 1);
	put_x2apic(&builder, 3, 1);
	put_lapic(&builder, 3, 1);
	acpi_parse_madt(end_table(&builder), &madt);
	assert_int_equal(madt.cpu_count, 1);
}

static void broadcast_ids_are_no_cpus(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	put_lapic(&builder, 0xff, 1);
	put_x2apic(&builder, 0xffffffff, 1);
	acpi_parse_madt(end_table(&builder), &madt);
	assert_int_equal(madt.cpu_count, 0);
}

static void cpus_that_do_not_fit_are_counted(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	for (uint32_t id = 0; builder.size + 16 <= TABLE_MAX; id++)
		put_x2apic(&builder, 1000 + id, 1);
	acpi_parse_madt(end_table(&builder), &madt);
	assert_true(madt.cpu_count <= CPUS_MAX);
	assert_int_equal(madt.cpu_count + madt.cpus_dropped,
			 (builder.size - ACPI_HEADER_BYTES - 8) / 16);
}

static void ioapics_that_do_not_fit_are_left_out(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	for (uint32_t i = 0; i < ACPI_IOAPICS_MAX + 3; i++)
		put_ioapic(&builder, 0xfec00000 + i * 0x1000, i * 24);
	acpi_parse_madt(end_table(&builder), &madt);
	assert_int_equal(madt.ioapic_count, ACPI_IOAPICS_MAX);
}

static void the_lapic_address_override_wins(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	put(&builder, 5, 1);
	put(&builder, 12, 1);
	put(&builder, 0, 2);
	put(&builder, 0x800fee00000, 8);
	acpi_parse_madt(end_table(&builder), &madt);
	assert_int_equal(madt.lapic_phys, 0x800fee00000);
}

static void a_structure_of_length_0_ends_the_madt(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	put_lapic(&builder, 1, 1);
	put(&builder, 0, 2);
	put_lapic(&builder, 2, 1);
	acpi_parse_madt(end_table(&builder), &madt);
	assert_int_equal(madt.cpu_count, 1);
}

static void a_structure_longer_than_the_madt_is_not_read(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	put_lapic(&builder, 1, 1);
	put(&builder, 0, 1);
	put(&builder, 200, 1);
	acpi_parse_madt(end_table(&builder), &madt);
	assert_int_equal(madt.cpu_count, 1);
}

static void a_structure_too_short_for_its_type_reads_as_absent(void **state)
{
	struct builder builder;
	struct acpi_madt madt;

	(void)state;
	begin_madt(&builder);
	for (unsigned type = 0; type < 16; type++) {
		put(&builder, type, 1);
		put(&builder, 2, 1);
	}
	acpi_parse_madt(end_table(&builder), &madt);
	assert_int_equal(madt.cpu_count, 0);
	assert_int_equal(madt.ioapic_count, 0);
	assert_int_equal(madt.lapic_phys, 0xfee00000);
	assert_int_equal(madt.isa[0].gsi, 0);
}

/* ---- FADT, HPET, DSDT ---- */

static void the_fadt_gives_timer_power_and_reset_ports(void **state)
{
	struct builder builder;
	struct acpi_fadt fadt;

	(void)state;
	acpi_parse_fadt(make_fadt(&builder), &fadt);
	assert_int_equal(fadt.dsdt_phys, 0x7ffe0000);
	assert_int_equal(fadt.pm_timer_port, 0x608);
	assert_true(fadt.pm_timer_32_bits);
	assert_int_equal(fadt.pm1a_control_port, 0x604);
	assert_int_equal(fadt.pm1b_control_port, 0);
	assert_int_equal(fadt.smi_command_port, 0xb2);
	assert_int_equal(fadt.acpi_enable, 0xf1);
	assert_int_equal(fadt.reset_port, 0xcf9);
	assert_int_equal(fadt.reset_value, 0xf);
	assert_true(fadt.has_8042);
	assert_true(fadt.has_rtc);
	assert_int_equal(fadt.rtc_day_alarm, 0x0d);
	assert_int_equal(fadt.rtc_month_alarm, 0);
}

static void the_fadts_new_fields_go_before_the_old(void **state)
{
	struct builder builder;
	struct acpi_fadt fadt;

	(void)state;
	make_fadt(&builder);
	put_at(&builder, 140, 0x17ffe0000, 8);
	put_at(&builder, 172, 1, 1);
	put_at(&builder, 176, 0x1804, 8);
	put_at(&builder, 208, 1, 1);
	put_at(&builder, 212, 0x1808, 8);
	acpi_parse_fadt(end_table(&builder), &fadt);
	assert_int_equal(fadt.dsdt_phys, 0x17ffe0000);
	assert_int_equal(fadt.pm1a_control_port, 0x1804);
	assert_int_equal(fadt.pm_timer_port, 0x1808);
}

/* Written to the RTC's index port, such a number would mask NMIs. */
static void an_alarm_register_that_no_rtc_has_is_absent(void **state)
{
	struct builder builder;
	struct acpi_fadt fadt;

	(void)state;
	make_fadt(&builder);
	put_at(&builder, 106, 0x8d, 1);
	put_at(&builder, 107, 0x7f, 1);
	acpi_parse_fadt(end_table(&builder), &fadt);
	assert_int_equal(fadt.rtc_day_alarm, 0);
	assert_int_equal(fadt.rtc_month_alarm, 0x7f);
}

static void registers_outside_io_space_are_absent(void **state)
{
	struct builder builder;
	struct acpi_fadt fadt;

	(void)state;
	make_fadt(&builder);
	put_at(&builder, 116, 0, 1);
	put_at(&builder, 120, 0xfed80000, 8);
	put_at(&builder, 208, 1, 1);
	put_at(&builder, 212, 0x10608, 8);
	acpi_parse_fadt(end_table(&builder), &fadt);
	assert_int_equal(fadt.reset_port, 0);
	assert_int_equal(fadt.pm_timer_port, 0);
}

static void a_reset_register_counts_only_when_its_flag_is_set(void **state)
{
	struct builder builder;
	struct acpi_fadt fadt;

	(void)state;
	make_fadt(&builder);
	put_at(&builder, 112, 0, 4);
	acpi_parse_fadt(end_table(&builder), &fadt);
	assert_int_equal(fadt.reset_port, 0);
	assert_false(fadt.pm_timer_32_bits);
}

static void a_first_revision_fadt_has_the_legacy_devices(void **state)
{
	struct builder builder;
	struct acpi_fadt fadt;

	(void)state;
	begin_table(&builder, "FACP", 1);
	builder.size = 116;
	acpi_parse_fadt(end_table(&builder), &fadt);
	assert_true(fadt.has_8042);
	assert_true(fadt.has_rtc);
	begin_table(&builder, "FACP", 3);
	put_at(&builder, 109, 1u << 5, 2);
	builder.size = 244;
	acpi_parse_fadt(end_table(&builder), &fadt);
	assert_false(fadt.has_8042);
	assert_false(fadt.has_rtc);
}

static void an_hpet_must_be_in_memory(void **state)
{
	struct builder builder;
	struct acpi_hpet hpet;

	(void)state;
	assert_true(acpi_parse_hpet(make_hpet(&builder, 0, 0xfed00000), &hpet));
	assert_int_equal(hpet.phys, 0xfed00000);
	assert_false(acpi_parse_hpet(make_hpet(&builder, 1, 0xfed00000), &hpet));
	assert_false(acpi_parse_hpet(make_hpet(&builder, 0, 0), &hpet));
}

static void configuration_space_is_that_of_the_first_segment(void **state)
{
	struct builder builder;
	struct acpi_mcfg mcfg;

	(void)state;
	assert_true(acpi_parse_mcfg(make_mcfg(&builder, 0xb0000000, 0, 127), &mcfg));
	assert_int_equal(mcfg.phys, 0xb0000000);
	assert_int_equal(mcfg.first_bus, 0);
	assert_int_equal(mcfg.last_bus, 127);
	assert_false(acpi_parse_mcfg(make_mcfg(&builder, 0, 0, 255), &mcfg));
	assert_false(acpi_parse_mcfg(make_mcfg(&builder, 0xb0000800, 0, 255), &mcfg));
	assert_false(acpi_parse_mcfg(make_mcfg(&builder, 0xb0000000, 9, 8), &mcfg));
}

static void soft_off_is_found_in_its_usual_forms(void **state)
{
	static const struct {
		const char *aml;
		size_t size;
		uint8_t type_a, type_b;
	} forms[] = {
		{"\x08_S5_\x12\x06\x04\x00\x00\x00\x00", 12, 0, 0},
		{"\x08\\_S5_\x12\x08\x04\x0a\x05\x01\x00\x00", 14, 5, 1},
		{"\x08_S5_\x12\x0a\x04\x0b\x07\x00\x0a\x06\x00\x00", 15, 7, 6},
		{"\x08_S5_\x12\x40\x01\x04\x0c\x05\x00\x00\x00\x0a\x05\x00", 17, 5, 5},
	};
	struct builder builder;
	struct acpi_soft_off soft_off;

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct acpi_bytes dsdt = make_dsdt(&builder, forms[i].aml, forms[i].size);

		assert_true(acpi_parse_soft_off(dsdt, &soft_off));
		assert_int_equal(soft_off.type_a, forms[i].type_a);
		assert_int_equal(soft_off.type_b, forms[i].type_b);
	}
}

static void soft_off_in_no_usual_form_is_not_guessed(void **state)
{
	static const struct {
		const char *aml;
		size_t size;
	} forms[] = {
		{"_S5_\x12\x06\x04\x00\x00\x00\x00", 11},                /* not a declaration */
		{"\x08_S5_\x0a\x05", 7},                                /* not a package */
		{"\x08_S5_\x12\x03\x01\x0a\x05", 10},                   /* one element */
		{"\x08_S5_\x12\x06\x04WXYZ", 12},                       /* names, not numbers */
		{"\x08_S5_\x12\x06\x04\x0a", 9},                        /* cut in a number */
	};
	struct builder builder;
	struct acpi_soft_off soft_off;

	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct acpi_bytes dsdt = make_dsdt(&builder, forms[i].aml, forms[i].size);

		assert_false(acpi_parse_soft_off(dsdt, &soft_off));
	}
}

/* ---- Broken tables of every kind ---- */

static void decode_as_everything(struct acpi_bytes bytes)
{
	struct acpi_root root;
	struct acpi_madt madt;
	struct acpi_fadt fadt;
	struct acpi_hpet hpet;
	struct acpi_mcfg mcfg;
	struct acpi_soft_off soft_off;

	acpi_parse_rsdp(bytes, &root);
	acpi_find_rsdp(bytes);
	acpi_table_is_good(bytes, "APIC");
	acpi_parse_madt(bytes, &madt);
	assert_true(madt.cpu_count <= CPUS_MAX && madt.ioapic_count <= ACPI_IOAPICS_MAX);
	acpi_parse_fadt(bytes, &fadt);
	acpi_parse_hpet(bytes, &hpet);
	acpi_parse_mcfg(bytes, &mcfg);
	acpi_parse_soft_off(bytes, &soft_off);
	if (bytes.size >= ACPI_HEADER_BYTES && acpi_root_count(bytes, 8) > 0)
		acpi_root_entry(bytes, 8, acpi_root_count(bytes, 8) - 1);
}

static void decode_cut_and_flipped(struct acpi_bytes table)
{
	for (size_t size = 0; size <= table.size; size++) {
		uint8_t *copy = malloc(size != 0 ? size : 1);

		assert_non_null(copy);
		memcpy(copy, table.data, size);
		decode_as_everything((struct acpi_bytes){copy, size});
		for (size_t bit = 0; bit < size * 8; bit++) {
			copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
			decode_as_everything((struct acpi_bytes){copy, size});
			copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		free(copy);
	}
}

static void no_cut_and_no_flipped_bit_leads_outside_a_table(void **state)
{
	struct builder builder;

	(void)state;
	decode_cut_and_flipped(make_rsdp(&builder, 2, 0x7fe0000, 0x7fe0100));
	decode_cut_and_flipped(make_madt(&builder));
	decode_cut_and_flipped(make_hpet(&builder, 0, 0xfed00000));
	decode_cut_and_flipped(make_mcfg(&builder, 0xb0000000, 0, 127));
	decode_cut_and_flipped(make_dsdt(&builder, "\x08_S5_\x12\x08\x04\x0b\x05\x00\x0a\x01\x00",
					 14));
}

static void no_byte_value_anywhere_leads_outside_a_madt(void **state)
{
	struct builder builder;
	struct acpi_bytes table = make_madt(&builder);
	uint8_t *copy = malloc(table.size);

	(void)state;
	assert_non_null(copy);
	memcpy(copy, table.data, table.size);
	for (size_t i = 0; i < table.size; i++) {
		for (unsigned value = 0; value < 256; value++) {
			copy[i] = (uint8_t)value;
			decode_as_everything((struct acpi_bytes){copy, table.size});
		}
		copy[i] = table.data[i];
	}
	free(copy);
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
		cmocka_unit_test(the_fadt_gives_timer_power_and_reset_ports),
		cmocka_unit_test(the_fadts_new_fields_go_before_the_old),
		cmocka_unit_test(an_alarm_register_that_no_rtc_has_is_absent),
		cmocka_unit_test(registers_outside_io_space_are_absent),
		cmocka_unit_test(a_reset_register_counts_only_when_its_flag_is_set),
		cmocka_unit_test(a_first_revision_fadt_has_the_legacy_devices),
		cmocka_unit_test(an_hpet_must_be_in_memory),
		cmocka_unit_test(configuration_space_is_that_of_the_first_segment),
		cmocka_unit_test(soft_off_is_found_in_its_usual_forms),
		cmocka_unit_test(soft_off_in_no_usual_form_is_not_guessed),
		cmocka_unit_test(no_cut_and_no_flipped_bit_leads_outside_a_table),
		cmocka_unit_test(no_byte_value_anywhere_leads_outside_a_madt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
