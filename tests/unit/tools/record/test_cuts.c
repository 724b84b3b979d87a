/* SPDX-License-Identifier: MIT */
/* A log without its head, tail or middle: every complete record is used, and the loss is reported.
 * The positions of the lines show which records are complete. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/analysis/analysis.h"

#define LINES_MAX 1024

/* Limits the time of a sweep. None of these divides a line's length. */
#define STEP (unit_trials(29, 7))
#define MIDDLE_STEP (unit_trials(241, 61))

static struct sample_log log_text;
static size_t starts[LINES_MAX + 1], line_count; /* the last entry is the log's length */

static int make_log(void **state)
{
	(void)state;
	log_text = sample_log_make(&(struct sample_log_options){.short_curve = true});
	for (size_t at = 0; at < log_text.length; line_count++) {
		starts[line_count] = at;
		at += (size_t)(strchr(log_text.text + at, '\n') - (log_text.text + at)) + 1;
	}
	starts[line_count] = log_text.length;
	return 0;
}

static int free_log(void **state)
{
	(void)state;
	free(log_text.text);
	return 0;
}

/* Records that end before one position or begin after another. The newline is not part of a
 * record. */
static size_t whole_records(size_t before, size_t from)
{
	size_t count = 0;

	for (size_t i = 0; i < line_count; i++)
		count += starts[i + 1] - 1 <= before || starts[i] >= from;
	return count;
}

/* Whether the text on both sides of a cut joins to a complete record: the other side has the same
 * text as the removed part. */
static bool parts_join(size_t from, size_t to)
{
	const char *text = log_text.text;
	size_t line = 0, before, after;

	while (starts[line + 1] <= to && line + 1 < line_count)
		line++;
	before = to - starts[line];
	if (before > 0 && before <= from &&
	    memcmp(text + from - before, text + starts[line], before) == 0)
		return true;
	for (line = 0; starts[line + 1] <= from; line++)
		;
	after = starts[line + 1] - from;
	return from > starts[line] && to + after <= log_text.length &&
	       memcmp(text + from, text + to, after) == 0;
}

/* The log without the text between two positions. */
static void load_without(size_t from, size_t to)
{
	size_t length = log_text.length - (to - from);
	size_t whole = whole_records(from, to) + parts_join(from, to);
	char *text = malloc(length + 1);
	struct analysis *analysis;
	struct result *result;
	struct loss loss;

	assert_non_null(text);
	memcpy(text, log_text.text, from);
	memcpy(text + from, log_text.text + to, log_text.length - to);
	result = sample_log_load(text, length);
	assert_int_equal(result->account.records, whole);
	loss_find(result, &loss);
	assert_int_equal(loss_is_none(&loss), whole == line_count);
	assert_true(loss.records > 0 || whole == line_count || result_end(result) == NULL);
	loss_free(&loss);
	if (whole < line_count) {
		analysis = analysis_new_quick(result);
		assert_false(analysis_is_good(analysis));
		analysis_free(analysis);
	}
	result_free(result);
	free(text);
}

TEST(log_without_its_head_gives_every_complete_record_and_reports_the_loss)
{
	for (size_t cut = 0; cut < log_text.length; cut += STEP)
		load_without(0, cut);
}

TEST(log_without_its_tail_gives_every_complete_record_and_reports_the_loss)
{
	for (size_t cut = 0; cut < log_text.length; cut += STEP)
		load_without(cut, log_text.length);
}

TEST(log_without_its_middle_gives_every_complete_record_and_reports_the_loss)
{
	static const size_t lengths[] = {1, 40, 300, 5000};

	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		for (size_t cut = 0; cut + lengths[i] <= log_text.length; cut += MIDDLE_STEP)
			load_without(cut, cut + lengths[i]);
	}
}

struct unit_group unit_group = {make_log, free_log};
