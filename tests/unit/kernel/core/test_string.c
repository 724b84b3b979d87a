/* SPDX-License-Identifier: MIT */
/* The kernel's memory and string functions, which replace those of the C library here. */
#include "tests/unit/unit.h"

#include "lib/text/string.h"

#define BYTES 16

/* Calls that the compiler does not replace. */
static void *(*volatile move)(void *to, const void *from, size_t size) = memmove;
static void *(*volatile copy)(void *restrict to, const void *restrict from, size_t size) = memcpy;
static void *(*volatile set)(void *to, int byte, size_t size) = memset;
static int (*volatile compare)(const void *a, const void *b, size_t size) = memcmp;
static size_t (*volatile length_of)(const char *text) = strlen;
static int (*volatile compare_text)(const char *a, const char *b) = strcmp;
static int (*volatile compare_part)(const char *a, const char *b, size_t size) = strncmp;
static char *(*volatile find)(const char *text, int c) = strchr;

/* From each place to each place of a buffer, in each size. */
TEST(bytes_are_moved_between_any_places)
{
	for (size_t from = 0; from < BYTES; from++) {
		for (size_t to = 0; to < BYTES; to++) {
			for (size_t size = 0; size + (from > to ? from : to) <= BYTES; size++) {
				uint8_t bytes[BYTES];

				for (uint8_t i = 0; i < BYTES; i++)
					bytes[i] = i;
				assert_ptr_equal(move(bytes + to, bytes + from, size), bytes + to);
				for (size_t i = 0; i < BYTES; i++)
					assert_int_equal(bytes[i], i >= to && i < to + size
									   ? i - to + from : i);
			}
		}
	}
}

TEST(bytes_are_copied_and_set)
{
	uint8_t bytes[] = {1, 2, 3, 4};

	assert_ptr_equal(copy(bytes + 1, "\7\10\11", 2), bytes + 1);
	assert_true(bytes[0] == 1 && bytes[1] == 7 && bytes[2] == 8 && bytes[3] == 4);
	assert_ptr_equal(set(bytes + 1, 0x1ff, 2), bytes + 1);
	assert_true(bytes[0] == 1 && bytes[1] == 0xff && bytes[2] == 0xff && bytes[3] == 4);
}

static int sign(int number)
{
	return (number > 0) - (number < 0);
}

/* Bytes are unsigned, and a text ends before what follows its 0. */
TEST(texts_and_bytes_are_compared)
{
	static const struct {
		char a[4], b[4];
		int order, order_of_2, order_of_3_bytes;
	} pairs[] = {
		{"abc", "abc", 0, 0, 0},    {"abc", "abd", -1, 0, -1}, {"abd", "abc", 1, 0, 1},
		{"acb", "abc", 1, 1, 1},    {"ab", "abc", -1, 0, -1},  {"abc", "ab", 1, 0, 1},
		{"a\0b", "a\0c", 0, 0, -1}, {"\x7f", "\x80", -1, -1, -1}, {"", "", 0, 0, 0},
		{"\xff", "a", 1, 1, 1},
	};

	for (size_t i = 0; i < COUNT(pairs); i++) {
		const char *a = pairs[i].a, *b = pairs[i].b;

		assert_int_equal(sign(compare_text(a, b)), pairs[i].order);
		assert_int_equal(sign(compare_part(a, b, 2)), pairs[i].order_of_2);
		assert_int_equal(compare_part(a, b, 0), 0);
		assert_int_equal(sign(compare(a, b, 3)), pairs[i].order_of_3_bytes);
		assert_int_equal(compare(a, b, 0), 0);
	}
}

TEST(character_is_found_at_its_first_place)
{
	static const char text[] = "ab\xe9" "b";

	assert_int_equal(length_of(text), 4);
	assert_int_equal(length_of(""), 0);
	assert_ptr_equal(find(text, 'b'), text + 1);
	assert_ptr_equal(find(text, 0xe9), text + 2);
	assert_ptr_equal(find(text, '\0'), text + 4);
	assert_null(find(text, 'c'));
}
