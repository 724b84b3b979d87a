/* SPDX-License-Identifier: MIT */
/* The machine's identity in SMBIOS tables: complete, partial and damaged ones. Each is decoded from
 * a heap copy of its exact size. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/smbios.h"
#include "tests/unit/lib/smbios_table.h"

#define SYSTEM_BYTES 0x1b

static const char *const names[] = {"Made-up", "Model 3", "rev 2", "S3R14L", NULL};

static void put_bios(struct builder *table)
{
	static const char *const strings[] = {"Firm & Ware", "1.07", "02/29/2024", NULL};
	size_t at = begin_structure(table, 0, 0x18);

	put_at(table, at + 4, 1, 1);
	put_at(table, at + 5, 2, 1);
	put_at(table, at + 8, 3, 1);
	end_structure(table, strings);
}

/* A machine, type 1, or its board, type 2. */
static size_t put_part(struct builder *table, uint8_t type, uint8_t length)
{
	size_t at = begin_structure(table, type, length);

	for (size_t i = 0; i < 4; i++)
		put_at(table, at + 4 + i, i + 1, 1);
	end_structure(table, names);
	return at;
}

static void put_chassis(struct builder *table, uint8_t kind)
{
	static const char *const strings[] = {"CH4551S", NULL};
	size_t at = begin_structure(table, 3, 9);

	put_at(table, at + 5, kind, 1);
	put_at(table, at + 7, 1, 1);
	end_structure(table, strings);
}

/* The caller frees the result. */
static struct smbios_machine *parse_bytes(const uint8_t *data, size_t size)
{
	struct smbios_machine *machine = malloc(sizeof(*machine));
	uint8_t *copy = malloc(size > 0 ? size : 1);

	assert_non_null(machine);
	assert_non_null(copy);
	memcpy(copy, data, size);
	memset(machine, 0xff, sizeof(*machine));
	smbios_parse_machine((struct smbios_bytes){copy, size}, machine);
	free(copy);
	return machine;
}

static struct smbios_machine *parse(const struct builder *table)
{
	return parse_bytes(table->data, table->size);
}

TEST(machine_board_chassis_and_firmware_fields_are_read)
{
	struct builder table = {.size = 0};
	struct smbios_machine *machine;
	size_t at;

	put_bios(&table);
	at = put_part(&table, 1, SYSTEM_BYTES);
	for (size_t i = 0; i < 16; i++)
		put_at(&table, at + 8 + i, 0x10 + i, 1);
	put_part(&table, 2, 8);
	put_chassis(&table, 0x80 | 10);
	put_end(&table);
	machine = parse(&table);
	assert_string_equal(machine->bios_maker, "Firm & Ware");
	assert_string_equal(machine->bios, "1.07");
	assert_string_equal(machine->bios_date, "02/29/2024");
	assert_string_equal(machine->maker, "Made-up");
	assert_string_equal(machine->product, "Model 3");
	assert_string_equal(machine->version, "rev 2");
	assert_string_equal(machine->serial, "S3R14L");
	assert_string_equal(machine->uuid, "13121110-1514-1716-1819-1a1b1c1d1e1f");
	assert_string_equal(machine->board_maker, "Made-up");
	assert_string_equal(machine->board, "Model 3");
	assert_string_equal(machine->board_version, "rev 2");
	assert_string_equal(machine->board_serial, "S3R14L");
	assert_string_equal(machine->chassis, "notebook");
	assert_string_equal(machine->chassis_serial, "CH4551S");
	free(machine);
}

TEST(empty_table_leaves_all_fields_empty)
{
	struct builder table = {.size = 0};
	struct smbios_machine *machine;

	begin_structure(&table, 1, 4);
	end_without_strings(&table);
	put_chassis(&table, 2);         /* "unknown" */
	put_end(&table);
	machine = parse(&table);
	assert_string_equal(machine->maker, "");
	assert_string_equal(machine->uuid, "");
	assert_string_equal(machine->board, "");
	assert_string_equal(machine->bios, "");
	assert_string_equal(machine->chassis, "");
	free(machine);
}

TEST(uuid_of_zeros_or_ones_or_a_truncated_one_is_unknown)
{
	for (int round = 0; round < 3; round++) {
		struct builder table = {.size = 0};
		struct smbios_machine *machine;
		size_t at = put_part(&table, 1, round < 2 ? SYSTEM_BYTES : 0x17);

		for (size_t i = 0; i < 15; i++)
			put_at(&table, at + 8 + i, round == 0 ? 0 : 0xff, 1);
		if (round < 2)
			put_at(&table, at + 23, round == 0 ? 0 : 0xff, 1);
		else
			put_at(&table, at + 8, 1, 1);
		machine = parse(&table);
		assert_string_equal(machine->uuid, "");
		free(machine);
	}
}

TEST(first_board_counts_and_structures_after_the_end_do_not)
{
	static const char *const others[] = {"another", NULL};
	struct builder table = {.size = 0};
	struct smbios_machine *machine;

	put_part(&table, 2, 8);
	put_at(&table, begin_structure(&table, 2, 8) + 4, 1, 1);
	end_structure(&table, others);
	put_end(&table);
	put_bios(&table);
	machine = parse(&table);
	assert_string_equal(machine->board_maker, "Made-up");
	assert_string_equal(machine->bios, "");
	free(machine);
}

TEST(truncated_table_keeps_its_complete_structures)
{
	struct builder table = {.size = 0};
	size_t first;

	put_bios(&table);
	first = table.size;
	put_part(&table, 1, SYSTEM_BYTES);
	for (size_t size = 0; size < table.size; size++) {
		struct smbios_machine *machine = parse_bytes(table.data, size);

		assert_string_equal(machine->bios, size >= first ? "1.07" : "");
		assert_string_equal(machine->product, "");
		free(machine);
	}
}

/* Random changes from a fixed seed: nothing is read outside, and texts are terminated. */
TEST(random_changes_cause_no_reads_outside_the_table)
{
	struct builder table = {.size = 0};
	struct rng rng;

	rng_seed(&rng, 18);
	put_bios(&table);
	put_part(&table, 1, SYSTEM_BYTES);
	put_part(&table, 2, 15);
	put_chassis(&table, 3);
	put_end(&table);
	for (int round = 0; round < 20000; round++) {
		struct builder broken = table;
		struct smbios_machine *machine;

		for (uint64_t changes = rng_below(&rng, 6); changes > 0; changes--)
			broken.data[rng_below(&rng, table.size)] = (uint8_t)rng_next(&rng);
		machine = parse_bytes(broken.data, rng_below(&rng, table.size + 1));
		assert_true(strlen(machine->product) < SMBIOS_TEXT_MAX);
		assert_true(strlen(machine->uuid) == 0 ||
			    strlen(machine->uuid) == SMBIOS_UUID_CHARS - 1);
		assert_non_null(machine->chassis);
		free(machine);
	}
}
