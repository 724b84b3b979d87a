/* SPDX-License-Identifier: MIT */
/* Cutting UTF-8 text between characters. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tools/base/utf8.h"

/* Characters of two, three and four bytes. */
#define TWO "\xc3\xa9"
#define THREE "\xe2\x82\xac"
#define FOUR "\xf0\x9f\x98\x80"

TEST(prefix_limited_in_bytes_ends_between_characters)
{
	assert_int_equal(utf8_prefix("abc", 2), 2);
	assert_int_equal(utf8_prefix("abc", 9), 3);
	assert_int_equal(utf8_prefix("a" FOUR "b", 5), 5);
	for (size_t most = 1; most < 5; most++)
		assert_int_equal(utf8_prefix("a" FOUR "b", most), 1);
	assert_int_equal(utf8_prefix(THREE, 2), 0);
	assert_int_equal(utf8_prefix("", 0), 0);
}

TEST(prefix_limited_in_characters_has_all_their_bytes)
{
	assert_int_equal(utf8_prefix_of(TWO THREE FOUR "x", 1), 2);
	assert_int_equal(utf8_prefix_of(TWO THREE FOUR "x", 3), 9);
	assert_int_equal(utf8_prefix_of(TWO THREE FOUR "x", 9), 10);
	assert_int_equal(utf8_prefix_of("", 1), 0);
}

static void assert_trimmed(const char *text, size_t bytes, const char *expected)
{
	char room[32];

	memcpy(room, text, bytes);
	room[bytes] = '\0';
	utf8_trim(room);
	assert_string_equal(room, expected);
}

TEST(incomplete_last_character_is_removed)
{
	assert_trimmed("a" FOUR, 2, "a");
	assert_trimmed("a" FOUR, 4, "a");
	assert_trimmed("a" FOUR, 5, "a" FOUR);
	assert_trimmed(TWO THREE, 4, TWO);
	assert_trimmed(TWO THREE, 2, TWO);
	assert_trimmed("abc", 3, "abc");
	assert_trimmed("", 0, "");
}

TEST(byte_order_mark_is_recognised_only_at_the_start)
{
	assert_int_equal(utf8_mark_length(UTF8_MARK "a", 4), UTF8_MARK_BYTES);
	assert_int_equal(utf8_mark_length(UTF8_MARK, 2), 0);
	assert_int_equal(utf8_mark_length("a" UTF8_MARK, 4), 0);
	assert_int_equal(utf8_mark_length("", 0), 0);
}

/* Text from outside must neither move the cursor, nor hide, nor reverse what follows. */
TEST(only_visible_characters_are_printable)
{
	static const char *const unprintable[] = {
		"\x1b[2J", "\x7f", "\xc2\x9b" "2J", "\r", "\xff", "\xe2\x80\xae" "txt.exe",
		"\xe2\x81\xa6", "\xe2\x80\x8f", "\xd8\x9c", "\xe2\x80\xa8", "\xef\xbb\xbf",
		"\xef\xbf\xbe", "\xef\xbf\xbf", "\xf0\x9f\xbf\xbe", "\xef\xb7\x90",
		"\xf3\xa0\x80\x81",
	};

	for (size_t i = 0; i < COUNT(unprintable); i++) {
		char text[16];

		strcpy(text, unprintable[i]);
		assert_false(utf8_is_printable(text));
		utf8_make_printable(text);
		assert_true(utf8_is_printable(text));
		assert_int_equal(text[0], '?');
	}
	assert_true(utf8_is_printable(""));
	assert_true(utf8_is_printable("a b~" TWO THREE FOUR));
}
