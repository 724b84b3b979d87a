/* SPDX-License-Identifier: MIT */
/* Damaged ACPI tables. Each is decoded from a heap copy of its exact size, so that the address
 * sanitizer finds reads outside it. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/dev/acpi/parse_nodes.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

static bool is_memory(uint64_t phys, uint64_t size_bytes)
{
	(void)phys;
	return size_bytes > 0;
}

static void decode_as_everything(struct acpi_bytes bytes)
{
	struct acpi_root root;
	struct acpi_madt madt;
	struct acpi_fadt fadt;
	struct acpi_hpet hpet;
	struct acpi_mcfg mcfgs[2];
	struct acpi_soft_off soft_off;
	struct acpi_console consoles[2];
	struct acpi_watchdog_step steps[2];
	uint64_t units_phys[2];
	static struct acpi_nodes nodes;
	static struct acpi_places places;

	acpi_parse_pptt(bytes, &places);
	assert_true(places.count <= CPUS_MAX);
	assert_true(acpi_parse_dmar(bytes, units_phys, 2) <= 2);
	assert_true(acpi_parse_ivrs(bytes, units_phys, 2) <= 2);
	assert_true(acpi_parse_wdat(bytes, steps, 2) <= 2);
	acpi_parse_spcr(bytes, consoles);
	assert_true(acpi_parse_dbg2(bytes, consoles, 2) <= 2);
	acpi_parse_rsdp(bytes, &root);
	acpi_find_rsdp(bytes);
	acpi_table_is_good(bytes, "APIC");
	acpi_parse_madt(bytes, &madt);
	assert_true(madt.cpu_count <= CPUS_MAX && madt.ioapic_count <= ACPI_IOAPICS_MAX);
	acpi_parse_fadt(bytes, &fadt);
	acpi_parse_hpet(bytes, &hpet);
	assert_true(acpi_parse_mcfg(bytes, mcfgs, 2) <= 2);
	acpi_parse_soft_off(bytes, &soft_off);
	nodes = (struct acpi_nodes){.count = 2, .domains = {0, 1}};
	acpi_parse_slit(bytes, &nodes);
	acpi_parse_hmat(bytes, &nodes);
	acpi_parse_cedt(bytes, &nodes, is_memory);
	assert_true(nodes.count <= ACPI_NODES_MAX && nodes.range_count <= ACPI_NODE_RANGES_MAX);
	acpi_parse_srat(bytes, &nodes);
	if (bytes.size >= ACPI_HEADER_BYTES && acpi_root_count(bytes, 8) > 0)
		acpi_root_entry(bytes, 8, acpi_root_count(bytes, 8) - 1);
}

static size_t flipped_bits(struct acpi_bytes table, size_t size)
{
	return size == table.size || size % unit_trials(16, 1) == 0 ? size * 8 : 0;
}

static void decode_cut_and_flipped(struct acpi_bytes table)
{
	for (size_t size = 0; size <= table.size; size++) {
		uint8_t *copy = malloc(size != 0 ? size : 1);

		assert_non_null(copy);
		memcpy(copy, table.data, size);
		decode_as_everything((struct acpi_bytes){copy, size});
		/* Bits of a whole table, and of some cut ones. */
		for (size_t bit = 0; bit < flipped_bits(table, size); bit++) {
			copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
			decode_as_everything((struct acpi_bytes){copy, size});
			copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		free(copy);
	}
}

TEST(truncated_and_flipped_tables_are_not_read_beyond_their_end)
{
	struct table_builder builder;

	decode_cut_and_flipped(table_make_rsdp(&builder, 2, 0x7fe0000, 0x7fe0100));
	decode_cut_and_flipped(table_make_madt(&builder));
	decode_cut_and_flipped(table_make_hpet(&builder, 0, 0xfed00000));
	decode_cut_and_flipped(table_make_mcfg(&builder, 0xb0000000, 0, 127));
	decode_cut_and_flipped(table_make_srat(&builder));
	decode_cut_and_flipped(table_make_spcr(&builder, 0, 0xfe000000));
	decode_cut_and_flipped(table_make_dbg2(&builder));
	decode_cut_and_flipped(table_make_dmar(&builder));
	decode_cut_and_flipped(table_make_ivrs(&builder));
	decode_cut_and_flipped(table_make_wdat(&builder));
	decode_cut_and_flipped(table_make_slit(&builder, 2, "\x0a\x15\x15\x0a"));
	decode_cut_and_flipped(table_make_hmat(&builder, 2));
	decode_cut_and_flipped(table_make_cedt(&builder));
	decode_cut_and_flipped(
		table_make_dsdt(&builder, "\x08_S5_\x12\x08\x04\x0b\x05\x00\x0a\x01\x00", 14));
}

TEST(madt_with_any_byte_value_is_not_read_beyond_its_end)
{
	struct table_builder builder;
	struct acpi_bytes table = table_make_madt(&builder);
	uint8_t *copy = malloc(table.size);

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
