/* SPDX-License-Identifier: MIT */
/* The list of sequences for a target. */
#include "tests/unit/unit.h"

#include <stdio.h>

#include "lib/code_list.h"

#define MAGIC CODE_LIST_MAGIC

TEST(fields_of_a_line)
{
	struct code_sequence sequence;
	uint8_t bytes[3];

	assert_null(code_list_parse("imul@1 0 2097152 7 9 b9 480fafc1 imul rax, rcx\nnext",
				    &sequence));
	assert_string_equal(sequence.name, "imul@1");
	assert_true(sequence.is_privileged);
	assert_int_equal(sequence.page_bytes, 2 << 20);
	assert_int_equal(sequence.unroll, 7);
	assert_int_equal(sequence.loops, 9);
	assert_int_equal(sequence.init.bytes, 1);
	assert_int_equal(sequence.code.bytes, 4);
	assert_string_equal(sequence.source, "imul rax, rcx");
	sequence.code.bytes = sizeof(bytes);
	code_hex_decode(sequence.code, bytes);
	assert_memory_equal(bytes, "\x48\x0f\xaf", 3);
}

TEST(lines_follow_one_another)
{
	const char *line = code_list_first(MAGIC "\r\n\na\n\n\r\nb");

	assert_int_equal(*line, 'a');
	line = code_list_next(line);
	assert_string_equal(line, "b");
	assert_null(code_list_next(line));
}

static const struct {
	const char *name, *list;
} no_lists[] = {
	{"empty", ""},
	{"another file", "#!/bin/sh\n"},
	{"longer version", MAGIC "0\na"},
	{"no line", MAGIC},
	{"no sequence", MAGIC "\n"},
};

static void no_sequence_is_found(void **state)
{
	const char *const *test = *state;

	assert_null(code_list_first(test[1]));
}
TEST_CASES(no_sequence_is_found, no_lists);

static const struct {
	const char *name, *line, *problem;
} bad_lines[] = {
	{"empty", "", "no valid name"},
	{"long name",
	 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 3",
	 "no valid name"},
	{"name with equals", "a=b 3 4096 0 0 - 90", "no valid name"},
	{"name only", "a", "the ring is neither 0 nor 3"},
	{"ring", "a 1 4096 0 0 - 90", "the ring is neither 0 nor 3"},
	{"page", "a 3 8192 0 0 - 90", "the page size is neither 4096 nor 2097152"},
	{"copies", "a 3 4096 65537 0 - 90", "the number of copies or iterations is not valid"},
	{"loops", "a 3 4096 0 99999999999 - 90", "the number of copies or iterations is not valid"},
	{"odd digits", "a 3 4096 0 0 - 909", "the code is not valid"},
	{"no digits", "a 3 4096 0 0 - zz", "the code is not valid"},
	{"upper case", "a 3 4096 0 0 - 9A", "the code is not valid"},
	{"no code", "a 3 4096 0 0 -", "the code is not valid"},
	{"two dashes", "a 3 4096 0 0 -- 90", "the initial code is not valid"},
	{"line ends in the code", "a 3 4096 0 0 90\n90", "the code is not valid"},
};

static void invalid_line_is_refused_with_its_cause(void **state)
{
	const char *const *test = *state;
	struct code_sequence sequence;

	assert_string_equal(code_list_parse(test[1], &sequence), test[2]);
	assert_true(strlen(sequence.name) > 0);
}
TEST_CASES(invalid_line_is_refused_with_its_cause, bad_lines);

TEST(code_of_64_kib_is_valid_and_more_is_not)
{
	size_t digits = 2 * CODE_BYTES_MAX;
	char *line = malloc(digits + 64);
	struct code_sequence sequence;
	size_t head = (size_t)sprintf(line, "a 3 4096 0 0 - ");

	memset(line + head, '9', digits);
	line[head + digits] = '\0';
	assert_null(code_list_parse(line, &sequence));
	assert_int_equal(sequence.code.bytes, CODE_BYTES_MAX);
	strcpy(line + head + digits, "90");
	assert_string_equal(code_list_parse(line, &sequence), "the code is not valid");
	free(line);
}
