/* SPDX-License-Identifier: MIT */
/* Memory module tables: valid contents, and no reads outside damaged ones. Each table is decoded
 * from a heap copy of its exact size, so that the address sanitizer finds such reads. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/smbios.h"
#include "tests/unit/lib/smbios_table.h"

#define DEVICE_BYTES 0x5c               /* of version 3.3 */

/* A 16 GiB DDR4 module, rated 3200, configured 2666, 64 data bits of 72. */
static size_t put_module(struct builder *table, uint8_t length)
{
	static const char *const strings[] = {
		"ChannelA-DIMM0", "BANK 0", " Made-up Memory  ", "MM16-3200\x81", NULL};
	size_t at = begin_structure(table, 17, length);

	put_at(table, at + 0x08, 72, 2);
	put_at(table, at + 0x0a, 64, 2);
	put_at(table, at + 0x0c, 16384, 2);
	put_at(table, at + 0x10, 1, 1);
	put_at(table, at + 0x11, 2, 1);
	put_at(table, at + 0x12, 0x1a, 1);
	if (length > 0x1a) {
		put_at(table, at + 0x15, 3200, 2);
		put_at(table, at + 0x17, 3, 1);
		put_at(table, at + 0x1a, 4, 1);
	}
	if (length > 0x21)
		put_at(table, at + 0x20, 2666, 2);
	end_structure(table, strings);
	return at;
}

static void put_array(struct builder *table, uint8_t use, uint8_t correction)
{
	size_t at = begin_structure(table, 16, 15);

	put_at(table, at + 5, use, 1);
	put_at(table, at + 6, correction, 1);
	end_without_strings(table);
}

/* The caller frees the result. */
static struct smbios_memory *parse_bytes(const uint8_t *data, size_t size)
{
	struct smbios_memory *memory = malloc(sizeof(*memory));
	uint8_t *copy = malloc(size > 0 ? size : 1);

	assert_non_null(memory);
	assert_non_null(copy);
	memcpy(copy, data, size);
	smbios_parse_memory((struct smbios_bytes){copy, size}, memory);
	free(copy);
	return memory;
}

static struct smbios_memory *parse(const struct builder *table)
{
	return parse_bytes(table->data, table->size);
}

/* ---- Good tables ---- */

TEST(module_fields_are_read)
{
	struct builder table = {.size = 0};
	const struct smbios_device *module;
	struct smbios_memory *memory;

	put_array(&table, 5, 7);        /* of a flash memory */
	put_array(&table, 3, 6);
	put_module(&table, DEVICE_BYTES);
	put_end(&table);
	memory = parse(&table);
	module = &memory->devices[0];
	assert_int_equal(memory->count, 1);
	assert_int_equal(memory->slots, 1);
	assert_false(memory->is_cut);
	assert_string_equal(memory->correction, "multi-bit ECC");
	assert_string_equal(module->locator, "ChannelA-DIMM0");
	assert_string_equal(module->bank, "BANK 0");
	assert_string_equal(module->maker, "Made-up Memory");
	assert_string_equal(module->part, "MM16-3200?");
	assert_string_equal(module->type, "DDR4");
	assert_true(module->size_bytes == 16ull << 30);
	assert_int_equal(module->data_bits, 64);
	assert_int_equal(module->total_bits, 72);
	assert_int_equal(module->rated_mts, 3200);
	assert_int_equal(module->mts, 2666);
	free(memory);
}

TEST(empty_slot_is_counted_but_is_no_device)
{
	struct builder table = {.size = 0};
	struct smbios_memory *memory;

	put_at(&table, put_module(&table, DEVICE_BYTES) + 0x0c, 0, 2);
	put_module(&table, DEVICE_BYTES);
	put_end(&table);
	memory = parse(&table);
	assert_int_equal(memory->slots, 2);
	assert_int_equal(memory->count, 1);
	free(memory);
}

TEST(fields_missing_in_an_older_table_are_unknown)
{
	struct builder table = {.size = 0};
	struct smbios_memory *memory;

	put_module(&table, 0x15);       /* version 2.1: no speed, manufacturer and part number */
	put_module(&table, 0x1b);       /* version 2.3: no configured speed */
	put_end(&table);
	memory = parse(&table);
	assert_int_equal(memory->count, 2);
	assert_int_equal(memory->devices[0].rated_mts, 0);
	assert_string_equal(memory->devices[0].maker, "");
	assert_string_equal(memory->devices[0].locator, "ChannelA-DIMM0");
	assert_int_equal(memory->devices[1].rated_mts, 3200);
	assert_int_equal(memory->devices[1].mts, 0);
	assert_string_equal(memory->correction, "");
	free(memory);
}

/* The size, speeds and widths for the values of each field. */
TEST(large_sizes_and_speeds_are_in_extended_fields_and_unknown_ones_are_zero)
{
	struct builder table = {.size = 0};
	struct smbios_memory *memory;
	size_t at = put_module(&table, DEVICE_BYTES);

	put_at(&table, at + 0x0c, 0x7fff, 2);
	put_at(&table, at + 0x1c, 128 << 10, 4);
	put_at(&table, at + 0x15, 0xffff, 2);
	put_at(&table, at + 0x54, 70000, 4);
	put_at(&table, at + 0x20, 0xffff, 2);
	put_at(&table, at + 0x58, 66000, 4);
	at = put_module(&table, DEVICE_BYTES);
	put_at(&table, at + 0x0c, 0xffff, 2);
	put_at(&table, at + 0x08, 0xffff, 2);
	put_at(&table, at + 0x0a, 0xffff, 2);
	at = put_module(&table, DEVICE_BYTES);
	put_at(&table, at + 0x0c, 0x8000 | 512, 2);
	put_at(&table, at + 0x12, 0xee, 1);
	memory = parse(&table);
	assert_true(memory->devices[0].size_bytes == 128ull << 30);
	assert_int_equal(memory->devices[0].rated_mts, 70000);
	assert_int_equal(memory->devices[0].mts, 66000);
	assert_int_equal(memory->devices[1].size_bytes, 0);
	assert_int_equal(memory->devices[1].total_bits + memory->devices[1].data_bits, 0);
	assert_int_equal(memory->devices[2].size_bytes, 512 << 10);
	assert_string_equal(memory->devices[2].type, "");
	free(memory);
}

/* ---- Hostile tables ---- */

TEST(devices_that_do_not_fit_are_counted)
{
	static struct builder table;
	struct smbios_memory *memory;

	for (int i = 0; i < SMBIOS_DEVICES_MAX + 3; i++)
		put_module(&table, DEVICE_BYTES);
	put_end(&table);
	memory = parse(&table);
	assert_int_equal(memory->count, SMBIOS_DEVICES_MAX);
	assert_int_equal(memory->dropped, 3);
	free(memory);
}

TEST(truncated_table_is_reported_and_its_complete_structures_are_used)
{
	struct builder table = {.size = 0};
	size_t first;

	put_module(&table, DEVICE_BYTES);
	first = table.size;
	put_module(&table, DEVICE_BYTES);
	put_end(&table);
	for (size_t size = 1; size < table.size; size++) {
		struct smbios_memory *memory = parse_bytes(table.data, size);

		assert_int_equal(memory->count, (size >= first) + (size >= 2 * first));
		assert_int_equal(memory->is_cut, size != first && size != 2 * first);
		free(memory);
	}
}

TEST(invalid_structure_length_ends_the_table)
{
	static const uint8_t lengths[] = {0, 3, 255};

	for (size_t i = 0; i < sizeof(lengths); i++) {
		struct builder table = {.size = 0};
		struct smbios_memory *memory;

		put_at(&table, put_module(&table, 0x22) + 1, lengths[i], 1);
		put_end(&table);
		memory = parse(&table);
		assert_int_equal(memory->count, 0);
		assert_true(memory->is_cut);
		free(memory);
	}
}

TEST(missing_string_is_empty_and_a_long_one_is_truncated)
{
	static const char *const strings[] = {
		"a name that is longer than any board gives to a slot of its memory", NULL};
	struct builder table = {.size = 0};
	struct smbios_memory *memory;
	size_t at = begin_structure(&table, 17, DEVICE_BYTES);

	put_at(&table, at + 0x0c, 1, 2);
	put_at(&table, at + 0x10, 1, 1);
	put_at(&table, at + 0x11, 2, 1);
	put_at(&table, at + 0x17, 255, 1);
	end_structure(&table, strings);
	memory = parse(&table);
	assert_int_equal(strlen(memory->devices[0].locator), SMBIOS_TEXT_MAX - 1);
	assert_string_equal(memory->devices[0].bank, "");
	assert_string_equal(memory->devices[0].maker, "");
	free(memory);
}

/* Random changes from a fixed seed: nothing is read outside, and texts are terminated. */
TEST(random_changes_cause_no_reads_outside_the_table)
{
	struct builder table = {.size = 0};
	struct rng rng;

	rng_seed(&rng, 17);
	put_array(&table, 3, 5);
	put_module(&table, DEVICE_BYTES);
	put_module(&table, 0x22);
	put_end(&table);
	for (int round = 0; round < 20000; round++) {
		struct builder broken = table;
		struct smbios_memory *memory;

		for (uint64_t changes = rng_below(&rng, 6); changes > 0; changes--)
			broken.data[rng_below(&rng, table.size)] = (uint8_t)rng_next(&rng);
		memory = parse_bytes(broken.data, rng_below(&rng, table.size + 1));
		assert_uint_in_range(memory->count, 0, 8);
		for (uint32_t i = 0; i < memory->count; i++)
			assert_true(strlen(memory->devices[i].part) < SMBIOS_TEXT_MAX);
		free(memory);
	}
}
