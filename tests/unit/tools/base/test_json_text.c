/* SPDX-License-Identifier: MIT */
/* JSON written piece by piece and from a tree gives the same text, with one item a line for
 * diffs. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/json_text.h"

static struct json_text json;
static char *text;

static FILE *begin(void)
{
	static size_t size;
	FILE *file = open_memstream(&text, &size);

	json_text_begin(&json, file);
	return file;
}

static void assert_text(FILE *file, const char *expected)
{
	assert_true(json_text_end(&json));
	fclose(file);
	assert_string_equal(text, expected);
	free(text);
}

TEST(items_are_indented_by_depth)
{
	const uint64_t numbers[] = {0, 10, INT64_MAX, UINT64_MAX};
	FILE *file = begin();

	json_text_open(&json, NULL, '{');
	json_text_bool(&json, "a", true);
	json_text_open(&json, "b", '[');
	json_text_open(&json, NULL, '{');
	json_text_numbers(&json, "c", numbers, 4);
	json_text_null(&json, "d");
	json_text_close(&json, '}');
	json_text_real(&json, NULL, -0.5);
	json_text_close(&json, ']');
	json_text_close(&json, '}');
	assert_text(file, "{\n \"a\": true,\n \"b\": [\n  {\n   \"c\": "
		    "[0,10,9223372036854775807,\"18446744073709551615\"],\n   \"d\": null\n  },\n"
		    "  -0.5\n ]\n}\n");
}

TEST(empty_containers_stay_on_one_line)
{
	FILE *file = begin();

	json_text_open(&json, NULL, '[');
	json_text_open(&json, NULL, '{');
	json_text_close(&json, '}');
	json_text_open(&json, NULL, '[');
	json_text_close(&json, ']');
	json_text_numbers(&json, NULL, NULL, 0);
	json_text_close(&json, ']');
	assert_text(file, "[\n {},\n [],\n []\n]\n");
}

TEST(strings_are_escaped)
{
	FILE *file = begin();

	json_text_string(&json, NULL, "a\"\\/\b\f\n\r\t\x01\x1f\x7f\xc3\xa4");
	assert_text(file, "\"a\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001F\x7f\xc3\xa4\"\n");
}

TEST(not_a_number_is_omitted)
{
	FILE *file = begin();

	json_text_open(&json, NULL, '{');
	json_text_real(&json, "a", INFINITY);
	json_text_real(&json, "b", NAN);
	json_text_real_or_null(&json, "c", false, 1);
	json_text_close(&json, '}');
	assert_text(file, "{\n \"c\": null\n}\n");
}

TEST(tree_is_unchanged_after_writing_and_reading)
{
	static const char source[] =
		"{\"a\\n\": [1, -9223372036854775808, 2.5, \"\\\"\", null, true],"
		" \"b\": [[], [{}], {\"c\": false}], \"d\": {}}";
	json_t *tree = json_loads(source, 0, NULL), *back;
	FILE *file = begin();

	json_text_value(&json, NULL, tree);
	assert_true(json_text_end(&json));
	fclose(file);
	back = json_loads(text, 0, NULL);
	assert_true(json_equal(tree, back));
	json_decref(back);
	json_decref(tree);
	free(text);
}

TEST(full_file_is_reported_as_an_error)
{
	FILE *file = fopen("/dev/full", "w");

	assert_non_null(file);
	json_text_begin(&json, file);
	json_text_null(&json, NULL);
	assert_false(json_text_end(&json));
	fclose(file);
}
