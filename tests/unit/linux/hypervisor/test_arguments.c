/* SPDX-License-Identifier: MIT */
/* The arguments of a guest's QEMU: all of them, or an error. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "linux/hypervisor/arguments.h"

#define MAX 4
#define BYTES_MAX 40

static char path[] = "/tmp/bareline-arguments-XXXXXX";
static char *list[MAX + 1];

static bool read_text(const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	return arguments_read(path, list, MAX, BYTES_MAX);
}

static int make_file(void **state)
{
	int file = mkstemp(path);

	(void)state;
	return file < 0 ? -1 : close(file);
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

TEST(each_line_is_one_argument)
{
	assert_true(read_text("qemu\n-m\n\n1 G\n"));
	assert_string_equal(list[0], "qemu");
	assert_string_equal(list[2], "");
	assert_string_equal(list[3], "1 G");
	assert_null(list[4]);
	free(list[0]);
}

TEST(too_many_arguments_are_rejected_and_not_truncated)
{
	assert_false(read_text("qemu\na\nb\nc\nd\n"));
	free(list[0]);
}

TEST(text_that_is_too_long_is_rejected_and_not_truncated)
{
	assert_true(read_text("qemu\n34567890123456789012345678901234567"));
	free(list[0]);
	assert_false(read_text("qemu\n345678901234567890123456789012345678"));
}

TEST(missing_or_empty_file_is_rejected)
{
	assert_false(read_text(""));
	assert_false(arguments_read("/nowhere/arguments", list, MAX, BYTES_MAX));
}

struct unit_group unit_group = {make_file, remove_file};
