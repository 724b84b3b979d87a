/* SPDX-License-Identifier: MIT */
/* A log as a person reads it: its lines of text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boot/efi/results/summary.h"

static char *summarise(const char *log, size_t bytes, const char *name)
{
	size_t size = summary_bytes_max(log, bytes);
	char *to = malloc(size + 1);
	size_t used = name != NULL ? summary_page(to, log, bytes, name)
				   : summary_text(to, log, bytes);

	assert_true(used <= size);
	to[used] = '\0';
	return to;
}

static void records_are_left_out(void **state)
{
	static const char log[] = "\nhello\n@manifest seq=0 *0\nEnd: 1 run\n@end seq=1 *0\n";
	char *text = summarise(log, sizeof(log) - 1, NULL);

	(void)state;
	assert_string_equal(text, "\r\nhello\r\nEnd: 1 run\r\n");
	free(text);
}

/* It comes at the end of a log, and is read first. */
static void summary_stands_before_the_lines(void **state)
{
	static const char log[] = "null: 1\nSummary of what?\n@end seq=1 *0\n"
				  "Summary\n VALID\ngiven back: 2\n";
	static const char text_wanted[] =
		"Summary\r\n VALID\r\ngiven back: 2\r\n"
		"All that was measured, with what timing costs\r\nnull: 1\r\nSummary of what?\r\n";
	static const char page_wanted[] =
		"<pre>\nSummary\n VALID\ngiven back: 2\n</pre>\n"
		"<h2>All that was measured, with what timing costs</h2>\n"
		"<pre>\nnull: 1\nSummary of what?\n</pre>\n";
	char *text = summarise(log, sizeof(log) - 1, NULL);
	char *page = summarise(log, sizeof(log) - 1, "pc");

	(void)state;
	assert_string_equal(text, text_wanted);
	assert_non_null(strstr(page, page_wanted));
	free(text);
	free(page);
}

static void text_is_escaped_in_the_page(void **state)
{
	static const char log[] = "a < b & c\n";
	char *page = summarise(log, sizeof(log) - 1, "20260102-030405-pc");

	(void)state;
	assert_non_null(
		strstr(page, "<h1>20260102-030405-pc</h1>\n<pre>\na &lt; b &amp; c\n</pre>"));
	free(page);
}

static void log_may_be_empty_or_cut_or_all_to_be_escaped(void **state)
{
	char cut[] = {'a', '\n', '<', '<', '<', '&'};
	char *text = summarise(cut, 0, NULL);

	(void)state;
	assert_string_equal(text, "");
	free(text);
	text = summarise(cut, sizeof(cut), NULL);
	assert_string_equal(text, "a\r\n<<<&\r\n");
	free(text);
	text = summarise(cut, sizeof(cut), "pc");
	assert_non_null(strstr(text, "a\n&lt;&lt;&lt;&amp;\n</pre>\n"));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_are_left_out),
		cmocka_unit_test(summary_stands_before_the_lines),
		cmocka_unit_test(text_is_escaped_in_the_page),
		cmocka_unit_test(log_may_be_empty_or_cut_or_all_to_be_escaped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
