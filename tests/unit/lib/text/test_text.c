/* SPDX-License-Identifier: MIT */
/* Text for users: points of a sweep, sizes, untrusted characters, and the generated record
 * reference in docs/. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/cmd/format.h"
#include "tools/record/point.h"

#define DOCUMENT_BYTES_MAX (1 << 20)
#define REFERENCE "docs/reference/records.md"
#define REFERENCE_BEGIN "<!-- bareline format -->\n"
#define REFERENCE_END "<!-- end of bareline format -->\n"

static void assert_label(const char *point, const char *expected)
{
	char label[64];

	point_label(point, label, sizeof(label));
	assert_string_equal(label, expected);
}

TEST(point_has_the_parameters_of_a_wanted_one)
{
	assert_true(point_has_all("ring=3 state=fpsimd pcid=off", "pcid=off ring=3"));
	assert_false(point_has_all("ring=3 state=fpsimd", "ring=0"));
	assert_true(point_has_all("ring=3 state=fpsimd pcid=off", "ring=3 state=*"));
	assert_false(point_has_all("ring=3 state=none", "ring=3 state=*"));
	assert_false(point_has_all("ring=3", "ring=3 state=*"));
}

TEST(point_is_shown_with_sizes_in_binary_units)
{
	assert_label("", "");
	assert_label("wait=hlt", "wait hlt");
	assert_label("page_bytes=2097152 size_bytes=49152", "page 2 MiB, size 48 KiB");
	assert_label("  odd   =x y= ", "odd,  x, y");
}

TEST(label_is_truncated_to_its_buffer)
{
	char label[8];

	point_label("parameter=value other=value", label, sizeof(label));
	assert_string_equal(label, "paramet");
}

TEST(parameters_are_found_by_name)
{
	uint64_t value = 7;

	assert_true(point_number("page_bytes=4096 size_bytes=64k", "size_bytes", &value));
	assert_int_equal(value, 65536);
	assert_false(point_number("size=x", "size", &value));
	assert_false(point_number("size_bytes=1", "size", &value));
}

TEST(sizes_have_three_digits)
{
	char text[POINT_TEXT_MAX];

	assert_string_equal(point_size(0, text), "0 B");
	assert_string_equal(point_size(1023, text), "1023 B");
	assert_string_equal(point_size(32768, text), "32 KiB");
	assert_string_equal(point_size(311680, text), "304 KiB");
	assert_string_equal(point_size(7053888, text), "6.73 MiB");
	assert_string_equal(point_size(UINT64_MAX, text), "16 EiB");
}

TEST(only_printable_utf8_remains)
{
	char text[] = "a\tb\x1b[0m \xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82 \xff \xc3 \xc0\x80 "
		      "\xed\xa0\x80 \xc2\x85\x7f";

	utf8_make_printable(text);
	assert_string_equal(text, "a?b?[0m \xc3\xa9 \xe2\x82\xac \xf0\x9f\x99\x82 ? ? ?? ??? ???");
	assert_int_equal(utf8_length("\xc3\xa9\xe2\x82\xac"), 2);
}

/* The whole file; the caller frees it. */
static char *read_whole(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, DOCUMENT_BYTES_MAX);

	assert_non_null(file);
	assert_non_null(text);
	assert_uint_in_range(fread(text, 1, DOCUMENT_BYTES_MAX, file), 1, DOCUMENT_BYTES_MAX - 1);
	fclose(file);
	return text;
}

TEST(record_reference_in_docs_matches_the_definitions)
{
	char *document = read_whole(REFERENCE), *reference = NULL, *begin, *end;
	size_t size = 0;
	FILE *file = open_memstream(&reference, &size);
	bool is_same;

	format_write(file);
	fclose(file);
	begin = strstr(document, REFERENCE_BEGIN);
	assert_non_null(begin);
	begin += strlen(REFERENCE_BEGIN);
	end = strstr(begin, REFERENCE_END);
	assert_non_null(end);
	*end = '\0';
	is_same = strcmp(begin, reference) == 0;
	free(reference);
	free(document);
	if (!is_same)
		fail_msg(REFERENCE " is out of date: put there what `bareline format` prints");
}
