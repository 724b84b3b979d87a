/* SPDX-License-Identifier: MIT */
/* Files written whole or not, and read whole or not at all. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/file.h"

/* Larger than the room that reading begins with. */
#define LARGE_BYTES 300000

TEST(a_hyphen_and_no_name_are_standard_output)
{
	assert_ptr_equal(file_create("-"), stdout);
	assert_ptr_equal(file_create(NULL), stdout);
	assert_false(file_is_standard(NULL));
	assert_false(file_is_standard("-x"));
	assert_true(file_finish(stdout, "-"));
	assert_true(ftell(stdout) >= -1);       /* it is still open */
}

TEST(a_file_that_can_not_be_written_is_an_error_at_its_end)
{
	FILE *full = file_create("/dev/full");

	assert_non_null(full);
	fputs("a line\n", full);
	assert_false(file_finish(full, "/dev/full"));
	assert_null(file_create("/nowhere/at/all"));
	assert_false(file_finish(NULL, "/nowhere/at/all"));
}

TEST(a_large_file_is_read_whole_and_one_too_large_not_at_all)
{
	char path[] = "/tmp/bareline-file-XXXXXX", *text;
	int made = mkstemp(path);
	FILE *file = file_create(path);
	size_t size;

	assert_true(made >= 0);
	for (int i = 0; i < LARGE_BYTES; i++)
		putc('a' + i % 26, file);
	assert_true(file_finish(file, path));
	text = file_load(path, LARGE_BYTES, "test", &size);
	assert_non_null(text);
	assert_int_equal(size, LARGE_BYTES);
	assert_int_equal(strlen(text), LARGE_BYTES);
	assert_int_equal(text[LARGE_BYTES - 1], 'a' + (LARGE_BYTES - 1) % 26);
	assert_null(file_load(path, LARGE_BYTES - 1, "test", &size));
	assert_null(file_load("/nowhere/at/all", LARGE_BYTES, "test", &size));
	free(text);
	close(made);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hyphen_and_no_name_are_standard_output),
		cmocka_unit_test(a_file_that_can_not_be_written_is_an_error_at_its_end),
		cmocka_unit_test(a_large_file_is_read_whole_and_one_too_large_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
