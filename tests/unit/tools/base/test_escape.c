/* SPDX-License-Identifier: MIT */
/* Markdown of an untrusted text shows the text, and does nothing else. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/escape.h"

static void assert_markdown(const char *text, const char *expected)
{
	char *written;
	size_t size;
	FILE *file = open_memstream(&written, &size);

	assert_non_null(file);
	escape_markdown(file, text);
	fclose(file);
	assert_string_equal(written, expected);
	free(written);
}

TEST(markdown_of_a_text_has_no_markup_and_notifies_no_user)
{
	assert_markdown("a|b<i>*_", "a\\|b&lt;i&gt;\\*\\_");
	assert_markdown("![x](y)", "\\!\\[x\\](y)");
	assert_markdown("@user", "@<!-- -->user");
}
