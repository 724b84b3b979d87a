/* SPDX-License-Identifier: MIT */
/* Support for traces of gigabytes: base64, CRC, the number map, and text without printf. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/wire/base64.h"
#include "lib/wire/crc.h"
#include "tools/base/crc.h"
#include "tools/base/number_map.h"
#include "tools/base/out.h"

#define ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

TEST(number_map_equals_an_array)
{
	static uint32_t values[512];    /* by key; 0: no value */
	struct number_map map = {0};
	struct rng rng;

	memset(values, 0, sizeof(values));
	rng_seed(&rng, 5);
	for (uint32_t i = 1; i < 100000; i++) {
		uint32_t key = 1 + rng_below(&rng, COUNT(values) - 1);
		uint32_t *found = number_map_find(&map, (uint64_t)key << 20);

		assert_int_equal(found != NULL ? *found : 0, values[key]);
		if (found != NULL)
			number_map_remove(&map, (uint64_t)key << 20);
		else
			number_map_add(&map, (uint64_t)key << 20, i);
		values[key] = found != NULL ? 0 : i;
	}
	number_map_free(&map);
}

TEST(both_checksum_implementations_match_the_standard)
{
	uint8_t data[100];

	assert_int_equal(crc32c(0, "123456789", 9), 0xe3069283);
	assert_int_equal(crc32c_by_table(0, "123456789", 9), 0xe3069283);
	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i * 37);
	for (size_t size = 0; size <= sizeof(data); size++)
		assert_int_equal(crc32c(size, data, size), crc32c_by_table(size, data, size));
}

TEST(base64_decodes_any_length_and_rejects_any_wrong_character)
{
	uint8_t data[60], back[80];
	char text[80];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i * 73 + 5);
	for (size_t size = 1; size <= sizeof(data); size++) {
		size_t length = base64_encode(data, size, text);

		assert_int_equal(length, (size + 2) / 3 * 4);
		assert_int_equal(base64_decode(text, length, back), size);
		assert_memory_equal(back, data, size);
		for (size_t at = 0; at + 2 < length; at++) {
			char original = text[at];

			for (int c = 0; c < 256; c++) {
				text[at] = (char)c;
				assert_int_equal(base64_decode(text, length, back) >= 0,
						 strchr(ALPHABET, c) != NULL && c != 0);
			}
			text[at] = original;
		}
	}
}

/* Each pair of values, at each position of a vector. */
TEST(base64_accepts_only_its_alphabet)
{
	for (unsigned pair = 0; pair < 4096; pair++) {
		uint8_t data[36];
		char text[48];

		for (size_t i = 0; i < COUNT(data); i += 3) {
			data[i] = (uint8_t)(pair >> 4);
			data[i + 1] = (uint8_t)(pair << 4 | pair >> 8);
			data[i + 2] = (uint8_t)pair;
		}
		assert_int_equal(base64_encode(data, sizeof(data), text), sizeof(text));
		for (size_t i = 0; i < sizeof(text); i += 2) {
			assert_int_equal(text[i], ALPHABET[pair >> 6]);
			assert_int_equal(text[i + 1], ALPHABET[pair & 63]);
		}
	}
}

TEST(numbers_and_columns_match_printf)
{
	static const uint64_t numbers[] = {
		0, 9, 10, 99, 100, 101, 999, 1000, 9999, 10000, 12345, 99999, 999999, 1000000,
		4294967295, 9999999999, 10000000000, 999999999999999999, 1000000000000000000,
		9999999999999999999u, 10000000000000000000u, UINT64_MAX,
	};
	static struct out out;

	for (size_t i = 0; i < COUNT(numbers); i++) {
		char *text = NULL, expected[100];
		size_t size = 0;
		FILE *file = open_memstream(&text, &size);

		assert_non_null(file);
		out_begin(&out, file);
		out_number(&out, numbers[i], 0);
		out_number(&out, numbers[i], 7);
		out_format(&out, "<%d>", 5);
		assert_true(out_end(&out));
		fclose(file);
		snprintf(expected, sizeof(expected), "%lu%7lu<5>", numbers[i], numbers[i]);
		assert_string_equal(text, expected);
		free(text);
	}
}

TEST(second_number_is_formatted_as_if_alone)
{
	static const uint64_t starts[] = {0, 9990, 99999990, UINT64_MAX - 30};
	static const unsigned widths[] = {0, 3, 8, 20};
	struct number_head head = {0};
	char text[2 * NUMBER_COLUMNS_MAX], expected[2 * NUMBER_COLUMNS_MAX];

	for (size_t w = 0; w < COUNT(widths); w++) {
		for (size_t i = 0; i < COUNT(starts) * 30; i++) {
			uint64_t number = starts[i / 30] + i % 30;
			char *end = number_write_after(text, &head, number, widths[w]);

			*end = '\0';
			snprintf(expected, sizeof(expected), "%*lu", (int)widths[w], number);
			assert_string_equal(text, expected);
		}
	}
}
