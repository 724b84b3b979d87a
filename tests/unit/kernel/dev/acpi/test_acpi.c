/* SPDX-License-Identifier: MIT */
/* FADT, HPET, MCFG and DSDT: ports, registers, configuration space and soft-off. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/dev/acpi/parse.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

/* ---- Samples ---- */

static struct acpi_bytes table_make_fadt(struct table_builder *builder)
{
	table_begin(builder, "FACP", 5);
	table_put_at(builder, 40, 0x7ffe0000, 4);
	table_put_at(builder, 48, 0xb2, 4);
	table_put_at(builder, 52, 0xf1, 1);
	table_put_at(builder, 64, 0x604, 4);
	table_put_at(builder, 76, 0x608, 4);
	table_put_at(builder, 91, 4, 1);
	table_put_at(builder, 106, 0x0d, 1);
	table_put_at(builder, 109, 2, 2);
	table_put_at(builder, 112, 1u << 10 | 1u << 8, 4);
	table_put_at(builder, 116, 1, 1);
	table_put_at(builder, 117, 8, 1);
	table_put_at(builder, 120, 0xcf9, 8);
	table_put_at(builder, 128, 0xf, 1);
	builder->size = 276;
	return table_end(builder);
}

/* ---- FADT, HPET, MCFG ---- */

TEST(fadt_has_timer_power_and_reset_ports)
{
	struct table_builder builder;
	struct acpi_fadt fadt;

	acpi_parse_fadt(table_make_fadt(&builder), &fadt);
	assert_int_equal(fadt.dsdt_phys, 0x7ffe0000);
	assert_int_equal(fadt.pm_timer_port, 0x608);
	assert_true(fadt.pm_timer_32_bits);
	assert_int_equal(fadt.pm1a_control_port, 0x604);
	assert_int_equal(fadt.pm1b_control_port, 0);
	assert_int_equal(fadt.smi_command_port, 0xb2);
	assert_int_equal(fadt.acpi_enable, 0xf1);
	assert_int_equal(fadt.reset.address, 0xcf9);
	assert_true(fadt.reset.is_port);
	assert_false(fadt.is_hardware_reduced);
	assert_int_equal(fadt.reset_value, 0xf);
	assert_true(fadt.has_8042);
	assert_true(fadt.has_rtc);
	assert_int_equal(fadt.rtc_day_alarm, 0x0d);
	assert_int_equal(fadt.rtc_month_alarm, 0);
}

TEST(new_fadt_fields_override_the_old_ones)
{
	struct table_builder builder;
	struct acpi_fadt fadt;

	table_make_fadt(&builder);
	table_put_at(&builder, 140, 0x17ffe0000, 8);
	table_put_at(&builder, 172, 1, 1);
	table_put_at(&builder, 176, 0x1804, 8);
	table_put_at(&builder, 208, 1, 1);
	table_put_at(&builder, 212, 0x1808, 8);
	acpi_parse_fadt(table_end(&builder), &fadt);
	assert_int_equal(fadt.dsdt_phys, 0x17ffe0000);
	assert_int_equal(fadt.pm1a_control_port, 0x1804);
	assert_int_equal(fadt.pm_timer_port, 0x1808);
}

/* Written to the RTC's index port, this number would mask NMIs. */
TEST(impossible_alarm_register_is_ignored)
{
	struct table_builder builder;
	struct acpi_fadt fadt;

	table_make_fadt(&builder);
	table_put_at(&builder, 106, 0x8d, 1);
	table_put_at(&builder, 107, 0x7f, 1);
	acpi_parse_fadt(table_end(&builder), &fadt);
	assert_int_equal(fadt.rtc_day_alarm, 0);
	assert_int_equal(fadt.rtc_month_alarm, 0x7f);
}

TEST(registers_of_other_spaces_are_absent)
{
	struct table_builder builder;
	struct acpi_fadt fadt;

	table_make_fadt(&builder);
	table_put_at(&builder, 116, 2, 1);      /* PCI configuration space */
	table_put_at(&builder, 120, 0xfed80000, 8);
	table_put_at(&builder, 208, 1, 1);
	table_put_at(&builder, 212, 0x10608, 8);
	acpi_parse_fadt(table_end(&builder), &fadt);
	assert_int_equal(fadt.reset.address, 0);
	assert_int_equal(fadt.pm_timer_port, 0);
}

TEST(hardware_reduced_acpi_has_sleep_registers_in_memory)
{
	struct table_builder builder;
	struct acpi_fadt fadt;

	table_make_fadt(&builder);
	table_put_at(&builder, 112, 1u << 20 | 1u << 10, 4);
	table_put_at(&builder, 116, 0, 1);
	table_put_at(&builder, 120, 0xfea00202, 8);
	table_put_at(&builder, 244, 0, 1);
	table_put_at(&builder, 248, 0xfea00200, 8);
	table_put_at(&builder, 256, 1, 1);
	table_put_at(&builder, 260, 0x601, 8);
	acpi_parse_fadt(table_end(&builder), &fadt);
	assert_true(fadt.is_hardware_reduced);
	assert_int_equal(fadt.reset.address, 0xfea00202);
	assert_false(fadt.reset.is_port);
	assert_int_equal(fadt.sleep_control.address, 0xfea00200);
	assert_false(fadt.sleep_control.is_port);
	assert_int_equal(fadt.sleep_status.address, 0x601);
	assert_true(fadt.sleep_status.is_port);
}

TEST(reset_register_needs_its_flag)
{
	struct table_builder builder;
	struct acpi_fadt fadt;

	table_make_fadt(&builder);
	table_put_at(&builder, 112, 0, 4);
	acpi_parse_fadt(table_end(&builder), &fadt);
	assert_int_equal(fadt.reset.address, 0);
	assert_false(fadt.pm_timer_32_bits);
}

TEST(fadt_of_revision_1_implies_the_legacy_devices)
{
	struct table_builder builder;
	struct acpi_fadt fadt;

	table_begin(&builder, "FACP", 1);
	builder.size = 116;
	acpi_parse_fadt(table_end(&builder), &fadt);
	assert_true(fadt.has_8042);
	assert_true(fadt.has_rtc);
	table_begin(&builder, "FACP", 3);
	table_put_at(&builder, 109, 1u << 5, 2);
	builder.size = 244;
	acpi_parse_fadt(table_end(&builder), &fadt);
	assert_false(fadt.has_8042);
	assert_false(fadt.has_rtc);
}

TEST(hpet_must_be_in_memory)
{
	struct table_builder builder;
	struct acpi_hpet hpet;

	assert_true(acpi_parse_hpet(table_make_hpet(&builder, 0, 0xfed00000), &hpet));
	assert_int_equal(hpet.phys, 0xfed00000);
	assert_false(acpi_parse_hpet(table_make_hpet(&builder, 1, 0xfed00000), &hpet));
	assert_false(acpi_parse_hpet(table_make_hpet(&builder, 0, 0), &hpet));
}

TEST(configuration_spaces_are_those_of_segments)
{
	struct table_builder builder;
	struct acpi_mcfg mcfgs[2];
	struct acpi_bytes table = table_make_mcfg(&builder, 0xb0000000, 0, 127);

	assert_int_equal(acpi_parse_mcfg(table, mcfgs, 1), 1);
	assert_int_equal(acpi_parse_mcfg(table, mcfgs, 2), 2);
	assert_int_equal(mcfgs[0].segment, 1);
	assert_int_equal(mcfgs[1].segment, 0);
	assert_int_equal(mcfgs[1].phys, 0xb0000000);
	assert_int_equal(mcfgs[1].first_bus, 0);
	assert_int_equal(mcfgs[1].last_bus, 127);
	table = table_make_mcfg(&builder, 0, 0, 255);
	assert_int_equal(acpi_parse_mcfg(table, mcfgs, 2), 1);
	table = table_make_mcfg(&builder, 0xb0000800, 0, 255);
	assert_int_equal(acpi_parse_mcfg(table, mcfgs, 2), 1);
	table = table_make_mcfg(&builder, 0xb0000000, 9, 8);
	assert_int_equal(acpi_parse_mcfg(table, mcfgs, 2), 1);
	table = table_make_mcfg(&builder, 0xb0000000, 9, 10);
	assert_int_equal(acpi_parse_mcfg(table, mcfgs, 2), 1);
}

/* ---- Soft-off ---- */

#define AML(text) text, sizeof(text) - 1

static const struct soft_off_form {
	const char *name;
	const char *aml;
	size_t size;
	bool is_found;
	uint8_t type_a, type_b;
} soft_off_forms[] = {
	{"soft-off in constants", AML("\x08_S5_\x12\x06\x04\x00\x00\x00\x00"), true, 0, 0},
	{"soft-off in bytes, in the root",
	 AML("\x08\\_S5_\x12\x08\x04\x0a\x05\x01\x00\x00"), true, 5, 1},
	{"soft-off in a word and a byte",
	 AML("\x08_S5_\x12\x0a\x04\x0b\x07\x00\x0a\x06\x00\x00"), true, 7, 6},
	{"soft-off in a double word, in a package with a long length",
	 AML("\x08_S5_\x12\x40\x01\x04\x0c\x05\x00\x00\x00\x0a\x05\x00"), true, 5, 5},
	{"no soft-off without a declaration",
	 AML("_S5_\x12\x06\x04\x00\x00\x00\x00"), false, 0, 0},
	{"no soft-off without a package", AML("\x08_S5_\x0a\x05"), false, 0, 0},
	{"no soft-off of one element followed by a number",
	 AML("\x08_S5_\x12\x04\x01\x0a\x05\x00"), false, 0, 0},
	{"no soft-off of names", AML("\x08_S5_\x12\x06\x04WXYZ"), false, 0, 0},
	{"no soft-off truncated within a number", AML("\x08_S5_\x12\x06\x04\x0a"), false, 0, 0},
};

static void check_soft_off(void **state)
{
	const struct soft_off_form *form = *state;
	struct table_builder builder;
	struct acpi_bytes dsdt = table_make_dsdt(&builder, form->aml, form->size);
	struct acpi_soft_off soft_off = {0};

	assert_int_equal(acpi_parse_soft_off(dsdt, &soft_off), form->is_found);
	if (form->is_found) {
		assert_int_equal(soft_off.type_a, form->type_a);
		assert_int_equal(soft_off.type_b, form->type_b);
	}
}

TEST_CASES(check_soft_off, soft_off_forms);

/* ---- Serial ports ---- */

TEST(spcr_names_a_port_or_an_address)
{
	struct table_builder builder;
	struct acpi_console console;

	assert_true(acpi_parse_spcr(table_make_spcr(&builder, 1, 0x2f8), &console));
	assert_true(console.is_port && console.is_redirection && !console.is_pl011);
	assert_int_equal(console.address, 0x2f8);
	assert_true(acpi_parse_spcr(table_make_spcr(&builder, 0, 0xfe000000), &console));
	assert_false(console.is_port);
	assert_int_equal(console.register_bytes, 1);
	assert_false(acpi_parse_spcr(table_make_spcr(&builder, 0, 0), &console));
	assert_false(acpi_parse_spcr(table_make_spcr(&builder, 1, 0xfff9), &console));
	assert_false(acpi_parse_spcr(table_make_spcr(&builder, 2, 0x2f8), &console));
}

TEST(dbg2_lists_its_serial_ports)
{
	struct table_builder builder;
	struct acpi_console consoles[2] = {0};

	assert_int_equal(acpi_parse_dbg2(table_make_dbg2(&builder), consoles, 2), 2);
	assert_int_equal(consoles[0].address, 0xfe010000);
	assert_true(consoles[0].is_pl011);
	assert_int_equal(consoles[1].address, 0xfe020000);
	assert_int_equal(consoles[1].register_bytes, 4);
	assert_int_equal(consoles[1].access_bytes, 4);
	assert_false(consoles[1].is_redirection);
	assert_int_equal(acpi_parse_dbg2(table_make_dbg2(&builder), consoles, 1), 1);
}

TEST(dmar_lists_its_units)
{
	struct table_builder builder;
	uint64_t units_phys[4];

	assert_int_equal(acpi_parse_dmar(table_make_dmar(&builder), units_phys, 4), 2);
	assert_int_equal(units_phys[0], 0xfed90000);
	assert_int_equal(units_phys[1], 0xfed91000);
	assert_int_equal(acpi_parse_dmar(table_make_dmar(&builder), units_phys, 1), 1);
}

TEST(ivrs_lists_each_iommu_once)
{
	struct table_builder builder;
	uint64_t units_phys[4];

	assert_int_equal(acpi_parse_ivrs(table_make_ivrs(&builder), units_phys, 4), 2);
	assert_int_equal(units_phys[0], 0xfeb80000);
	assert_int_equal(units_phys[1], 0xfeba0000);
	assert_int_equal(acpi_parse_ivrs(table_make_ivrs(&builder), units_phys, 1), 1);
	assert_int_equal(acpi_parse_ivrs((struct acpi_bytes){0}, units_phys, 4), 0);
}

TEST(wdat_lists_possible_registers)
{
	struct table_builder builder;
	struct acpi_watchdog_step steps[4];

	assert_int_equal(acpi_parse_wdat(table_make_wdat(&builder), steps, 4), 2);
	assert_int_equal(steps[0].action, 8);
	assert_int_equal(steps[0].instruction, 0x82);
	assert_true(steps[0].is_port);
	assert_int_equal(steps[0].address, 0x468);
	assert_int_equal(steps[0].bytes, 2);
	assert_int_equal(steps[0].shift, 11);
	assert_int_equal(steps[0].value, 1);
	assert_int_equal(steps[0].mask, 3);
	assert_false(steps[1].is_port);
	assert_int_equal(steps[1].address, 0xfed00008);
	assert_int_equal(steps[1].bytes, 4);
	assert_int_equal(acpi_parse_wdat(table_make_wdat(&builder), steps, 1), 1);
}
