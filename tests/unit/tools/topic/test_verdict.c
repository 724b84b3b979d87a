/* SPDX-License-Identifier: MIT */
/* The verdict of a run and the checks that it rests on. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/topic/topic.h"

struct judged {
	struct result *result;
	struct analysis *analysis;
	struct tables tables;
};

static void judge(struct judged *judged, struct result *result)
{
	struct topic topic = {.tables = &judged->tables};

	judged->result = result;
	judged->analysis = analysis_new(result);
	topic.analysis = judged->analysis;
	tables_init(&judged->tables, "Bareline results");
	topic_run(&topic);
}

static void judge_sample(struct judged *judged, const struct sample_log_options *options)
{
	struct sample_log log = sample_log_make(options);

	judge(judged, sample_log_load(log.text, log.length));
	free(log.text);
}

static void release(struct judged *judged)
{
	tables_free(&judged->tables);
	analysis_free(judged->analysis);
	result_free(judged->result);
}

/* The check whose text contains this; fails if there is none. */
static const struct verdict_check *check_with(const struct judged *judged, const char *text)
{
	for (size_t i = 0; i < judged->tables.check_count; i++) {
		if (strstr(judged->tables.checks[i].text, text) != NULL)
			return &judged->tables.checks[i];
	}
	fail_msg("no check: %s", text);
	return NULL;
}

TEST(valid_run_rests_on_its_checks)
{
	struct judged judged;

	judge_sample(&judged, &(struct sample_log_options){0});
	assert_string_equal(judged.tables.verdict.text, "Valid");
	assert_int_equal(judged.tables.verdict.verdict, TABLE_GOOD);
	assert_int_equal(check_with(&judged, "known answers right")->verdict, TABLE_GOOD);
	assert_int_equal(check_with(&judged, "1 point aborted")->verdict, TABLE_BAD);
	assert_string_equal(check_with(&judged, "1 benchmark and 2 points skipped")->details,
			    "skipped");
	assert_true(judged.tables.check_count >= 4);
	release(&judged);
}

TEST(disagreeing_clock_is_a_bad_check)
{
	struct judged judged;

	judge_sample(&judged, &(struct sample_log_options){0});
	assert_int_equal(check_with(&judged, "clocks do not agree")->verdict, TABLE_BAD);
	release(&judged);
}

TEST(emulated_run_is_not_called_valid_alone)
{
	struct judged judged;

	judge_sample(&judged, &(struct sample_log_options){.time_base = "emulated"});
	assert_string_equal(judged.tables.verdict.text, "Valid, but emulated");
	assert_int_equal(judged.tables.verdict.verdict, TABLE_UNKNOWN);
	release(&judged);
}

TEST(counted_run_is_called_deterministic)
{
	struct judged judged;

	judge_sample(&judged, &(struct sample_log_options){.time_base = "instructions"});
	assert_non_null(strstr(judged.tables.verdict.basis, "instructions"));
	check_with(&judged, "A tick is one instruction");
	release(&judged);
}

TEST(wrong_self_test_makes_the_verdict_invalid)
{
	struct judged judged;

	judge_sample(&judged, &(struct sample_log_options){.wrong_self_test = true});
	assert_string_equal(judged.tables.verdict.text, "Invalid");
	assert_int_equal(judged.tables.verdict.verdict, TABLE_BAD);
	assert_non_null(strstr(judged.tables.verdict.basis, judged.analysis->validity.reasons[0]));
	assert_int_equal(check_with(&judged, "right")->verdict, TABLE_BAD);
	release(&judged);
}

TEST(lost_end_makes_the_verdict_incomplete)
{
	struct judged judged;

	judge_sample(&judged, &(struct sample_log_options){.no_end = true});
	assert_string_equal(judged.tables.verdict.text, "Incomplete");
	assert_string_equal(judged.tables.verdict.basis, "no end marker");
	release(&judged);
}

/* Complete, but without any self-test. */
TEST(run_without_self_tests_is_not_called_valid)
{
	struct result *result = result_new();
	const struct log_account account = {0};
	const uint8_t one[] = {20};
	const struct wire_record records[] = {
		{.kind = WIRE_manifest, .manifest = {
			.format = WIRE_FORMAT, .host = "bare-metal", .time_base = "real",
			.tsc_hz = 1000000000}},
		{.kind = WIRE_bench, .bench = {1, "mem.some", "some", "tsc_ticks", ""}},
		{.kind = WIRE_series, .series = {.id = 1, .bench = 1, .point = "", .stage = "",
						 .iterations = 1}},
		{.kind = WIRE_samples, .samples = {.series = 1, .n = 1, .data = {one, 1}}},
		{.kind = WIRE_end, .end = {.status = "ok", .run = 1}},
	};
	struct judged judged;

	for (size_t i = 0; i < COUNT(records); i++) {
		struct wire_record record = records[i];

		record.seq = i;
		result_add(result, &record);
	}
	result_link(result, &account);
	judge(&judged, result);
	assert_null(strstr(judged.tables.verdict.text, "Valid"));
	assert_int_equal(judged.tables.verdict.verdict == TABLE_GOOD, false);
	check_with(&judged, "No self-test");
	release(&judged);
}
