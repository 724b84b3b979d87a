/* SPDX-License-Identifier: MIT */
/* A message cannot act on the terminal or on a CI job, whatever its arguments are. */
#include "tests/unit/unit.h"

#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOSTILE "a\x1b]0;t\x07\xff\xc2\x9b\n::error::b\r"
#define PRINTED "a?]0;t?????::error::b?"

static char *printed;
static size_t printed_size;
static FILE *real;

static void begin(void)
{
	real = stderr;
	stderr = open_memstream(&printed, &printed_size);
	assert_non_null(stderr);
}

static void assert_printed(const char *expected)
{
	const char *text;

	fclose(stderr);
	stderr = real;
	text = strstr(printed, ": ");
	assert_non_null(text);
	assert_string_equal(text + 2, expected);
	free(printed);
}

TEST(arguments_are_printable)
{
	begin();
	warnx("%s: x", HOSTILE);
	assert_printed(PRINTED ": x\n");
	begin();
	errno = ENOENT;
	warn("%s", HOSTILE);
	assert_printed(PRINTED ": No such file or directory\n");
}

TEST(lines_of_the_format_remain)
{
	begin();
	warnx("one:\n%s", "two\nthree\x1b");
	assert_printed("one:\ntwo\nthree?\n");
}

TEST(long_message_is_cut)
{
	char *text = calloc(1, 40000);

	memset(text, 'x', 39999);
	begin();
	warnx("%s", text);
	text[16383] = '\n';
	text[16384] = '\0';
	assert_printed(text);
	free(text);
}
