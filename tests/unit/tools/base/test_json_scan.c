/* SPDX-License-Identifier: MIT */
/* Parsing JSON in place, valid and broken. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/json_scan.h"

/* An exact-size copy, so that the sanitizer finds a read past its end. */
static struct json_scan scan_of(const char *text, char **copy)
{
	*copy = strdup(text);
	assert_non_null(*copy);
	return json_scan_begin(*copy);
}

TEST(members_and_items_are_visited_in_order)
{
	char *copy, *key;
	struct json_scan scan = scan_of(" { \"a\" : [ 1 , 2,3 ] ,\"b\":{},\n"
					"\t\"c\": \"]}\" } ", &copy);
	uint64_t number, sum = 0;

	assert_true(json_scan_enter(&scan, '{'));
	key = json_scan_key(&scan);
	assert_string_equal(key, "a");
	assert_false(json_scan_enter(&scan, '{'));
	assert_true(json_scan_enter(&scan, '['));
	while (json_scan_item(&scan)) {
		assert_true(json_scan_u64(&scan, &number));
		sum = 10 * sum + number;
	}
	assert_int_equal(sum, 123);
	assert_string_equal(json_scan_key(&scan), "b");
	assert_true(json_scan_enter(&scan, '{'));
	assert_null(json_scan_key(&scan));
	assert_string_equal(json_scan_key(&scan), "c");
	assert_string_equal(json_scan_string(&scan), "]}");
	assert_null(json_scan_key(&scan));
	assert_int_equal(json_scan_peek(&scan), '\0');
	assert_false(scan.is_wrong);
	free(copy);
}

TEST(values_of_any_kind_can_be_skipped)
{
	static const char *const values[] = {
		"0", "-1.5e+10", "true", "null", "\"\"", "\"\\\"]\\\\\"", "[]", "{}",
		"[[1, {\"a\": \"}]\"}], \"\\u0041\"]",
	};

	for (size_t i = 0; i < COUNT(values); i++) {
		char text[64], *copy;
		struct json_scan scan;
		uint64_t number;

		snprintf(text, sizeof(text), "[%s , 7]", values[i]);
		scan = scan_of(text, &copy);
		assert_true(json_scan_enter(&scan, '['));
		assert_true(json_scan_item(&scan) && json_scan_skip(&scan));
		assert_true(json_scan_item(&scan) && json_scan_u64(&scan, &number));
		assert_int_equal(number, 7);
		assert_false(json_scan_item(&scan) || scan.is_wrong);
		free(copy);
	}
}

TEST(string_escapes_are_decoded)
{
	static const char *const strings[][2] = {
		{"\"\"", ""}, {"\"a\\\"b\\\\c\\/\"", "a\"b\\c/"},
		{"\"\\b\\f\\n\\r\\t\"", "\b\f\n\r\t"},
		{"\"\\u0041\\u00e9\\u20AC\"", "A\u00e9\u20ac"},
		{"\"\\ud83d\\ude42!\"", "\U0001f642!"}, {"\"\u00e9\"", "\u00e9"},
	};
	static const char *const wrong[] = {
		"\"", "\"a", "\"a\\", "\"\\x\"", "\"\\u12\"", "\"\\u123", "\"\\u0000\"",
		"\"\\ud83d\"", "\"\\ud83d\\u0041\"", "\"\\ude42\"", "\"\\ud83d\\ude4\"",
	};
	char *copy;

	for (size_t i = 0; i < COUNT(strings); i++) {
		struct json_scan scan = scan_of(strings[i][0], &copy);

		assert_string_equal(json_scan_string(&scan), strings[i][1]);
		free(copy);
	}
	for (size_t i = 0; i < COUNT(wrong); i++) {
		struct json_scan scan = scan_of(wrong[i], &copy);

		assert_null(json_scan_string(&scan));
		assert_true(scan.is_wrong);
		free(copy);
	}
}

TEST(numbers_out_of_range_or_with_a_fraction_are_rejected)
{
	static const char *const wrong[] = {
		"18446744073709551616", "1.0", "1e3", "-1", "true", "\"\"", "\"-1\"", "\"0xg\"",
		"\"18446744073709551616\"", "",
	};
	static const char *const wrong_signed[] = {
		"9223372036854775808", "-9223372036854775809", "-", "\"1\"", "0.5",
	};
	char *copy;

	for (size_t i = 0; i < COUNT(wrong); i++) {
		struct json_scan scan = scan_of(wrong[i], &copy);
		uint64_t number;

		assert_false(json_scan_u64(&scan, &number));
		free(copy);
	}
	for (size_t i = 0; i < COUNT(wrong_signed); i++) {
		struct json_scan scan = scan_of(wrong_signed[i], &copy);
		int64_t number;

		assert_false(json_scan_i64(&scan, &number));
		free(copy);
	}
}

TEST(min_and_max_numbers_are_accepted)
{
	char *copy;
	struct json_scan scan = scan_of("[18446744073709551615, \"0xffffffffffffffff\", "
					"-9223372036854775808, 9223372036854775807]", &copy);
	uint64_t number;
	int64_t with_sign;

	assert_true(json_scan_enter(&scan, '['));
	for (int i = 0; i < 2; i++) {
		assert_true(json_scan_item(&scan) && json_scan_u64(&scan, &number));
		assert_true(number == UINT64_MAX);
	}
	assert_true(json_scan_item(&scan) && json_scan_i64(&scan, &with_sign));
	assert_true(with_sign == INT64_MIN);
	assert_true(json_scan_item(&scan) && json_scan_i64(&scan, &with_sign));
	assert_true(with_sign == INT64_MAX);
	assert_false(json_scan_item(&scan));
	free(copy);
}

/* Visit all members and items of a value. */
static bool walk(struct json_scan *scan)
{
	if (json_scan_enter(scan, '{')) {
		while (json_scan_key(scan) != NULL) {
			if (!walk(scan))
				return false;
		}
		return !scan->is_wrong;
	}
	if (json_scan_enter(scan, '[')) {
		while (json_scan_item(scan)) {
			if (!walk(scan))
				return false;
		}
		return !scan->is_wrong;
	}
	return json_scan_skip(scan);
}

TEST(invalid_json_is_rejected_wherever_it_ends)
{
	static const char *const wrong[] = {
		"", "{", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}",
		"{\"a\":1,}", "{a:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[\"a]",
		"]", "{]", "[}", "?",
	};
	static const char whole[] = "{\"a\": [1, {\"b\": \"c\\\\\"}], \"d\": -2.5}";
	char *copy;

	for (size_t i = 0; i < COUNT(wrong); i++) {
		struct json_scan scan = scan_of(wrong[i], &copy);

		assert_false(walk(&scan));
		assert_true(scan.is_wrong);
		assert_false(json_scan_skip(&scan) || json_scan_item(&scan));
		free(copy);
	}
	for (size_t length = 0; length <= strlen(whole); length++) {
		char *cut = strndup(whole, length);
		struct json_scan scan = json_scan_begin(cut);

		assert_int_equal(walk(&scan), length == strlen(whole));
		free(cut);
		cut = strndup(whole, length);
		scan = json_scan_begin(cut);
		assert_int_equal(json_scan_skip(&scan), length == strlen(whole));
		free(cut);
	}
}
