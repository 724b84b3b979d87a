/* SPDX-License-Identifier: MIT */
/* What is said while a machine runs, by a clock of the test's own. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/run/progress.h"

static double now, step;

/* Each look at it is a second or two later. */
static double stepping(void)
{
	now += step;
	return now;
}

/* What progress says of the sample log; the caller frees it. */
static char *said(bool is_terminal)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){.short_curve = true});
	struct progress *progress = malloc(sizeof(*progress));
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(progress);
	progress_init(progress, out);
	assert_false(progress->is_terminal);
	progress->is_terminal = is_terminal;
	progress->seconds = stepping;
	now = 0;
	progress_feed(progress, log.text, log.length);
	result_free(progress_finish(progress));
	fclose(out);
	free(progress);
	free(log.text);
	return text;
}

/* What follows a panic may be more than the last lines hold, and it comes in any pieces. */
TEST(the_first_panic_of_linux_is_kept)
{
	static const char trace[] = "[    1.2] Call Trace:\r\n";
	struct progress *progress = malloc(sizeof(*progress));

	assert_non_null(progress);
	progress_init(progress, stderr);
	progress_feed(progress, "[    1.1] Kernel panic - not sy", 31);
	progress_feed(progress, "ncing: No working init\r\n", 24);
	for (int i = 0; i < 1000; i++)
		progress_feed(progress, trace, strlen(trace));
	progress_feed(progress, "Kernel panic - not syncing: another\n", 36);
	assert_string_equal(progress->panic, "Kernel panic - not syncing: No working init");
	result_free(progress_finish(progress));
	free(progress);
}

TEST(a_terminal_is_told_how_long_the_rest_may_take)
{
	char *text;

	step = 1;
	text = said(true);
	assert_non_null(strstr(text, " s left "));
	assert_null(strchr(text, '\n'));
	free(text);
}

TEST(nothing_is_said_of_the_rest_before_enough_has_gone_by)
{
	char *text;

	step = 0.001;
	text = said(true);
	assert_null(strstr(text, "left"));
	free(text);
}

TEST(much_is_told_in_minutes)
{
	char *text;

	step = 1000;
	text = said(true);
	assert_non_null(strstr(text, " min left "));
	free(text);
}

TEST(a_pipe_gets_a_line_a_benchmark_and_no_guess)
{
	char *text;

	step = 1000;
	text = said(false);
	assert_null(strstr(text, "left"));
	assert_null(strchr(text, '\r'));
	assert_non_null(strchr(text, '\n'));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_panic_of_linux_is_kept),
		cmocka_unit_test(a_terminal_is_told_how_long_the_rest_may_take),
		cmocka_unit_test(nothing_is_said_of_the_rest_before_enough_has_gone_by),
		cmocka_unit_test(much_is_told_in_minutes),
		cmocka_unit_test(a_pipe_gets_a_line_a_benchmark_and_no_guess),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
