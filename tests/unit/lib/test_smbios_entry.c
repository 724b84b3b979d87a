/* SPDX-License-Identifier: MIT */
/* The SMBIOS entry point: both formats, and invalid ones. Each is decoded from a heap copy of its
 * exact size. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/smbios.h"

static void make_sum_zero(uint8_t *bytes, size_t sum_at, size_t length)
{
	uint8_t sum = 0;

	bytes[sum_at] = 0;
	for (size_t i = 0; i < length; i++)
		sum = (uint8_t)(sum + bytes[i]);
	bytes[sum_at] = (uint8_t)-sum;
}

static void put_entry_3(uint8_t *bytes)
{
	static const uint8_t entry[24] = {
		'_', 'S', 'M', '3', '_', 0, 24, 3, 4, 0, 1, 0, 0x34, 0x12, 0, 0,
		0x78, 0x56, 0x34, 0x12, 1, 0, 0, 0};

	memcpy(bytes, entry, sizeof(entry));
	make_sum_zero(bytes, 5, 24);
}

static void put_entry_2(uint8_t *bytes, uint8_t length)
{
	static const uint8_t entry[31] = {
		'_', 'S', 'M', '_', 0, 31, 2, 8, 0, 0, 0, 0, 0, 0, 0, 0, '_', 'D', 'M', 'I', '_',
		0, 0x21, 0x03, 0x00, 0x10, 0x0e, 0x00, 9, 0, 0x28};

	memcpy(bytes, entry, sizeof(entry));
	bytes[5] = length;
	make_sum_zero(bytes + 16, 5, 15);
	make_sum_zero(bytes, 4, 31);
}

static bool is_entry(const uint8_t *bytes, size_t size, struct smbios_entry *entry)
{
	uint8_t *copy = malloc(size > 0 ? size : 1);
	bool is_good;

	assert_non_null(copy);
	memcpy(copy, bytes, size);
	is_good = smbios_parse_entry((struct smbios_bytes){copy, size}, entry);
	free(copy);
	return is_good;
}

TEST(both_formats_of_the_entry_point_are_read)
{
	struct smbios_entry entry;
	uint8_t bytes[32] = {0};

	put_entry_3(bytes);
	assert_true(is_entry(bytes, 24, &entry));
	assert_int_equal(entry.major * 10 + entry.minor, 34);
	assert_true(entry.table_phys == 0x112345678 && entry.table_bytes == 0x1234);
	put_entry_2(bytes, 31);
	assert_true(is_entry(bytes, 31, &entry));
	assert_int_equal(entry.major * 10 + entry.minor, 28);
	assert_true(entry.table_phys == 0xe1000 && entry.table_bytes == 0x321);
	put_entry_2(bytes, 30);         /* as in version 2.1 */
	assert_true(is_entry(bytes, 31, &entry));
}

TEST(damaged_or_truncated_entry_point_is_rejected)
{
	struct smbios_entry entry;
	uint8_t bytes[32] = {0};

	for (int version = 2; version <= 3; version++) {
		size_t length = version == 3 ? 24 : 31;

		if (version == 3)
			put_entry_3(bytes);
		else
			put_entry_2(bytes, 31);
		for (size_t size = 0; size < length; size++)
			assert_false(is_entry(bytes, size, &entry));
		for (size_t bit = 0; bit < 8 * length; bit++) {
			bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
			assert_false(is_entry(bytes, length, &entry));
			bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		}
	}
}

TEST(table_of_size_zero_is_rejected_and_too_large_a_size_is_limited)
{
	struct smbios_entry entry;
	uint8_t bytes[24];

	put_entry_3(bytes);
	memset(bytes + 12, 0, 4);
	make_sum_zero(bytes, 5, 24);
	assert_false(is_entry(bytes, 24, &entry));
	/* This is the maximum size of the table, not its actual size. */
	memset(bytes + 12, 0xff, 4);
	make_sum_zero(bytes, 5, 24);
	assert_true(is_entry(bytes, 24, &entry));
	assert_int_equal(entry.table_bytes, SMBIOS_TABLE_BYTES_MAX);
}

TEST(newer_entry_point_is_preferred_at_any_position)
{
	uint8_t area[256] = {0};

	assert_int_equal(smbios_find_entry((struct smbios_bytes){area, sizeof(area)}), -1);
	put_entry_2(area + 8, 31);      /* not at a multiple of 16 */
	assert_int_equal(smbios_find_entry((struct smbios_bytes){area, sizeof(area)}), -1);
	put_entry_2(area + 64, 31);
	assert_int_equal(smbios_find_entry((struct smbios_bytes){area, sizeof(area)}), 64);
	put_entry_3(area + 224);
	assert_int_equal(smbios_find_entry((struct smbios_bytes){area, sizeof(area)}), 224);
}
