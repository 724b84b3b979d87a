/* SPDX-License-Identifier: MIT */
/* The readable summary of a log: its lines of text. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boot/efi/results/summary.h"

#define NAME "20260102-030405-pc"
#define HEAD "Run " NAME ", started 2026-01-02 03:04:05 (machine clock)"
#define HEAD_PARTIAL \
	"PARTIAL: the run did not finish. Its results until then are below."

/* The text after the heading of an incomplete log without records. */
static const char *after_nothing(const char *text)
{
	const char *last = strstr(text, " Done     0 of ? benchmarks; last started: none");

	assert_non_null(last);
	return strchr(last, '\n') + 1;
}

static char *summarise(const char *log, size_t bytes, const char *name)
{
	size_t size = summary_bytes_max(log, bytes);
	char *to = malloc(size + 1);
	size_t used = name != NULL ? summary_page(to, log, bytes, name)
				   : summary_text(to, log, bytes, NAME);

	assert_true(used <= size);
	to[used] = '\0';
	return to;
}

TEST(records_are_omitted)
{
	static const char log[] = "\nhello\n@manifest seq=0 *0\nEnd: 1 run\n"
				  "@end seq=1 status=complete *0\n";
	char *text = summarise(log, sizeof(log) - 1, NULL);

	assert_string_equal(text, HEAD "\r\n\r\nhello\r\nEnd: 1 run\r\n");
	free(text);
}

/* The summary is written at the end of a log and read first. */
TEST(summary_is_before_the_lines)
{
	static const char log[] = "null: 1\nSummary of what?\n@end seq=1 status=complete *0\n"
				  "Summary\n VALID\nfirmware state restored: 2\n";
	static const char text_wanted[] =
		HEAD "\r\nSummary\r\n VALID\r\nfirmware state restored: 2\r\n"
		"All metrics, with timing overhead\r\nnull: 1\r\nSummary of what?\r\n";
	static const char page_wanted[] =
		"<b>Partial</b><pre>\nRun pc\n</pre>\n<pre>\n VALID\nfirmware state restored: 2\n"
		"</pre></div>\n";
	static const char page_end[] =
		"<summary>All metrics, with timing overhead</summary>\n"
		"<pre>\nnull: 1\nSummary of what?\n</pre></details>\n";
	char *text = summarise(log, sizeof(log) - 1, NULL);
	char *page = summarise(log, sizeof(log) - 1, "pc");

	assert_string_equal(text, text_wanted);
	assert_non_null(strstr(page, page_wanted));
	assert_non_null(strstr(page, page_end));
	free(text);
	free(page);
}

/* 1 ns is at the begin of the axis, 1 ms after six of its seven decades. */
TEST(page_has_verdict_and_key_metrics)
{
	static const char log[] =
		"null: 1\n@end seq=1 status=complete *0\nSummary\n"
		" Bareline 12ab  A <PC>                       Valid, but emulated\n"
		" CPU     one\n\n Key metrics, without timing overhead\n"
		" a null system call and back                        1.00 ns\n"
		" a page fault in kernel mode and back                1000000 ns\n"
		" reading                                            6.89 GB/s\nfirmware: 2\n";
	char *page = summarise(log, sizeof(log) - 1, "pc");

	assert_non_null(strstr(page, "<h1>A &lt;PC></h1>\n<div class=\"verdict \">"
				     "<b>Valid, but emulated</b>"));
	assert_non_null(strstr(page, " CPU     one\n\n</pre></div>\n<h2>What costs what</h2>"));
	assert_non_null(strstr(page, "<tr><td>a null system call and back<td class=n>1.00 ns<td>"
				     "<svg><line x2=\"0.0%\""));
	assert_non_null(strstr(page, "<td class=n>1000000 ns<td><svg><line x2=\"85."));
	assert_non_null(strstr(page, "<tr><td>reading<td class=n>6.89 GB/s<td>\n</table>\n"
				     "<pre class=dim>\nfirmware: 2\n</pre>\n<h2>Next</h2>"));
	free(page);
}

TEST(failed_run_has_a_bad_verdict)
{
	static const char log[] =
		"@end seq=1 status=complete *0\nSummary\n Bareline 1  A  Invalid\n";
	char *page = summarise(log, sizeof(log) - 1, "pc");

	assert_non_null(strstr(page, "<div class=\"verdict bad\"><b>Invalid</b>"));
	free(page);
}

TEST(text_is_escaped_in_the_page)
{
	static const char log[] = "a < b & c\n";
	char *page = summarise(log, sizeof(log) - 1, NAME);

	assert_non_null(strstr(page, "<h1>" NAME "</h1>\n<div class=\"verdict bad\"><b>Partial</b>"
				     "<pre>\n" HEAD "\n"));
	assert_non_null(strstr(page, "<pre>\na &lt; b &amp; c\n</pre></details>\n"));
	free(page);
}

TEST(log_may_be_empty_or_truncated_or_need_escapes)
{
	char cut[] = {'a', '\n', '<', '<', '<', '&'};
	char *text = summarise(cut, 0, NULL);

	assert_string_equal(after_nothing(text), "");
	free(text);
	text = summarise(cut, sizeof(cut), NULL);
	assert_string_equal(after_nothing(text), "a\r\n<<<&\r\n");
	free(text);
	text = summarise(cut, sizeof(cut), "pc");
	assert_non_null(strstr(text, "a\n&lt;&lt;&lt;&amp;\n</pre></details>\n"));
	free(text);
}

/* The log has no summary by the kernel. Its records show what ran and where it stopped. */
TEST(run_found_in_memory_states_this_first)
{
	static const char log[] =
		"@manifest seq=0 build=x command_line=\"bench=mem.* samples=5\" *0\n"
		"@cpu seq=1 brand=\"A CPU\" *0\n@machine seq=2 maker=A product=\"PC 1\" *0\n"
		"@plan seq=3 benches=7 *0\n@bench seq=4 name=mem.latency unit=x *0\n"
		"mem.latency: 1\n"
		"@done seq=5 bench=0 *0\n@bench seq=6 name=mem.tlb unit=x *0\n"
		"Aborted run; a later start found its log in memory.\n";
	char *text = summarise(log, sizeof(log) - 1, NULL);

	assert_string_equal(
		text, HEAD "\r\n" HEAD_PARTIAL "\r\n"
		"Aborted run; a later start found its log in memory.\r\n"
		" Machine  A PC 1\r\n CPU      A CPU\r\n Params   bench=mem.* samples=5\r\n"
		" Done     1 of 7 benchmarks; last started: mem.tlb\r\n"
		"mem.latency: 1\r\n"
		"Aborted run; a later start found its log in memory.\r\n");
	free(text);
}

#define assert_summary(log, head) assert_summary_of(log, sizeof(log) - 1, head)

static void assert_summary_of(const char *log, size_t size, const char *head)
{
	char *text = summarise(log, size, NULL);

	assert_non_null(strstr(text, head));
	free(text);
}

/* As on many boards: the manufacturer is "To be filled" and the product is empty. */
TEST(machine_without_a_name_is_named_after_its_board)
{
	static const char board[] = "@machine seq=2 maker=\"To be filled\" product=\"\" "
				    "board_maker=B board=\"X 1\" *0\n";
	static const char neither[] = "@machine seq=2 maker=A product=\"\" board_maker=\"\" "
				      "board=\"\" *0\n@cpu seq=1 brand=\"\" *0\n";

	assert_summary(board, HEAD_PARTIAL "\r\n Machine  B X 1\r\n Done     0 of ?");
	assert_summary(neither, HEAD_PARTIAL "\r\n Done     0 of ?");
}

TEST(run_that_panicked_or_was_refused_is_partial_too)
{
	static const char panic[] = "@end seq=48 status=panic records=48 *0\n";
	static const char refused[] = "@end seq=48 status=refused records=48 *0\n";

	assert_summary(panic, HEAD "\r\nPARTIAL: the run ended in a panic.");
	assert_summary(refused, HEAD "\r\nPARTIAL: no benchmark ran");
}

TEST(complete_run_found_in_memory_is_not_partial)
{
	static const char log[] = "a: 1\n@end seq=1 status=complete *0\nSummary\n VALID\n"
				  "Complete run; a later start found its log in memory.\n";
	char *text = summarise(log, sizeof(log) - 1, NULL);

	assert_non_null(strstr(text, HEAD "\r\nComplete run; a later start found its log in "
					 "memory.\r\nSummary\r\n VALID\r\n"));
	assert_null(strstr(text, "PARTIAL"));
	free(text);
}

/* A record may be truncated anywhere, and a field may be longer than shown. */
TEST(heading_of_any_truncated_log_fits_its_buffer)
{
	static char log[4096];
	size_t length = 0;

	length += (size_t)sprintf(log, "@manifest command_line=\"%0400d\"\n@machine maker=%0300d "
				       "product=%0300d\n@cpu brand=\"%0300d\"\n"
				       "@plan benches=%0300d\n"
				       "@bench name=%0300d", 1, 2, 3, 4, 5, 6);
	for (size_t bytes = 0; bytes <= length; bytes++) {
		char *cut = malloc(bytes + 1);

		memcpy(cut, log, bytes);
		free(summarise(cut, bytes, "x"));
		free(cut);
	}
}
