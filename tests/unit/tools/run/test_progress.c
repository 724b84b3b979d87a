/* SPDX-License-Identifier: MIT */
/* Progress messages while a machine runs, with a clock controlled by the test. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/run/progress.h"

static double now, step;

/* Each reading is one or two seconds later. */
static double stepping(void)
{
	now += step;
	return now;
}

/* The progress text for the sample log; the caller frees it. */
static char *progress_output(bool is_terminal)
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

/* The text after a panic may be longer than the last lines, and arrives in any parts. */
TEST(first_panic_of_linux_is_kept)
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

TEST(terminal_shows_the_remaining_time)
{
	char *text;

	step = 1;
	text = progress_output(true);
	assert_non_null(strstr(text, " s left "));
	assert_null(strchr(text, '\n'));
	free(text);
}

TEST(no_remaining_time_is_shown_at_the_start)
{
	char *text;

	step = 0.001;
	text = progress_output(true);
	assert_null(strstr(text, "left"));
	free(text);
}

TEST(long_remaining_time_is_in_minutes)
{
	char *text;

	step = 1000;
	text = progress_output(true);
	assert_non_null(strstr(text, " min left "));
	free(text);
}

TEST(pipe_receives_one_line_per_benchmark_without_an_estimate)
{
	char *text;

	step = 1000;
	text = progress_output(false);
	assert_null(strstr(text, "left"));
	assert_null(strchr(text, '\r'));
	assert_non_null(strchr(text, '\n'));
	free(text);
}
