/* SPDX-License-Identifier: MIT */
/* CPUs of RISC-V: MADT and RHCT. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/dev/acpi/parse_harts.h"
#include "tests/unit/kernel/dev/acpi/table_builder.h"

#define RINTC_BYTES 36
#define TIME_HZ 10000000

static void put_hart(struct table_builder *builder, uint32_t flags, uint64_t hart)
{
	size_t begin = builder->size;

	table_put(builder, 0x18, 1);
	table_put(builder, RINTC_BYTES, 1);
	memset(builder->data + begin + 2, 0, RINTC_BYTES - 2);
	builder->size = begin + RINTC_BYTES;
	table_put_at(builder, begin + 4, flags, 4);
	table_put_at(builder, begin + 8, hart, 8);
	table_put_at(builder, begin + 16, 100 + hart, 4);
	table_put_at(builder, begin + 20, 2u << 24 | (2 * hart + 1), 4);
	table_put_at(builder, begin + 24, 0x28000000 + (hart << 12), 8);
}

/* A node of another type, then one with the text. */
static struct acpi_bytes make_rhct(struct table_builder *builder, const char *isa, size_t stated)
{
	table_begin(builder, "RHCT", 1);
	table_put(builder, 0, 4);
	table_put(builder, TIME_HZ, 8);
	table_put(builder, 2, 4);
	table_put(builder, 56, 4);
	table_put(builder, 2, 2);
	table_put(builder, 8, 2);
	table_put(builder, 1, 2);
	table_put(builder, 0, 2);
	table_put(builder, 0, 2);
	table_put(builder, 8 + strlen(isa) + 1, 2);
	table_put(builder, 1, 2);
	table_put(builder, stated, 2);
	for (size_t i = 0; i <= strlen(isa); i++)
		table_put(builder, (uint8_t)isa[i], 1);
	return table_end(builder);
}

TEST(madt_has_each_enabled_hart)
{
	struct table_builder builder;
	struct acpi_harts harts = {0};

	table_begin_madt(&builder);
	put_hart(&builder, 1, 4);
	put_hart(&builder, 0, 5);
	put_hart(&builder, 1, 6);
	acpi_parse_harts(table_end(&builder), &harts);
	assert_int_equal(harts.cpu_count, 2);
	assert_int_equal(harts.cpu_ids[0], 4);
	assert_int_equal(harts.cpu_ids[1], 6);
	assert_int_equal(harts.messages_phys[1], 0x28006000);
	assert_int_equal(harts.cpu_uids[1], 106);
	assert_int_equal(harts.plic_phys, 0);
	assert_int_equal(harts.contexts[0], ACPI_CONTEXT_NONE);
}

static void put_plic(struct table_builder *builder, uint8_t number)
{
	size_t begin = builder->size;

	table_put(builder, 0x1b, 1);
	table_put(builder, 36, 1);
	table_put(builder, 1, 1);
	table_put(builder, number, 1);
	table_put(builder, 0, 8);
	table_put(builder, 0, 8);
	table_put(builder, 0, 4);
	table_put(builder, 0xc000000, 8);
	table_put(builder, 32, 4);
	assert_int_equal(builder->size, begin + 36);
}

TEST(contexts_are_those_of_the_plic)
{
	struct table_builder builder;
	struct acpi_harts harts = {0};

	table_begin_madt(&builder);
	put_hart(&builder, 1, 4);
	put_plic(&builder, 2);
	acpi_parse_harts(table_end(&builder), &harts);
	assert_int_equal(harts.plic_phys, 0xc000000);
	assert_int_equal(harts.plic_first_interrupt, 32);
	assert_int_equal(harts.contexts[0], 9);
	table_begin_madt(&builder);
	put_hart(&builder, 1, 4);
	put_plic(&builder, 3);
	harts = (struct acpi_harts){0};
	acpi_parse_harts(table_end(&builder), &harts);
	assert_int_equal(harts.contexts[0], ACPI_CONTEXT_NONE);
}

TEST(harts_beyond_the_limit_are_left_out)
{
	struct table_builder builder;
	struct acpi_harts harts = {.cpu_count = CPUS_MAX - 1};

	table_begin_madt(&builder);
	put_hart(&builder, 1, 7);
	put_hart(&builder, 1, 8);
	acpi_parse_harts(table_end(&builder), &harts);
	assert_int_equal(harts.cpu_count, CPUS_MAX);
	assert_int_equal(harts.cpu_ids[CPUS_MAX - 1], 7);
}

TEST(rhct_has_the_time_base_and_the_instruction_set)
{
	struct table_builder builder;
	struct acpi_harts harts = {0};

	acpi_parse_rhct(make_rhct(&builder, "rv64imafdc", 11), &harts);
	assert_int_equal(harts.time_hz, TIME_HZ);
	assert_string_equal(harts.isa, "rv64imafdc");
}

TEST(damaged_nodes_have_no_instruction_set)
{
	struct table_builder builder;
	struct acpi_harts harts = {0};
	struct acpi_bytes rhct = make_rhct(&builder, "rv64i", 100);

	acpi_parse_rhct(rhct, &harts);
	assert_null(harts.isa);
	rhct = make_rhct(&builder, "rv64i", 5);
	acpi_parse_rhct(rhct, &harts);
	assert_null(harts.isa);
	rhct = make_rhct(&builder, "rv64i", 6);
	rhct.size = 58;
	acpi_parse_rhct(rhct, &harts);
	assert_null(harts.isa);
	acpi_parse_rhct((struct acpi_bytes){0}, &harts);
	assert_int_equal(harts.time_hz, 0);
}
