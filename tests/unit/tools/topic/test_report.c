/* SPDX-License-Identifier: MIT */
/* The report: its required contents, its width, and hostile text in logs. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/base/utf8.h"
#include "tools/topic/topic.h"
#include "tools/view/text.h"

static char *report_of_result(const struct result *result, bool all, const char *pattern)
{
	struct analysis *analysis = analysis_new(result);
	struct patterns benches = {{pattern}, pattern != NULL};
	struct tables tables;
	struct topic topic = {
		.tables = &tables,
		.analysis = analysis,
		.benches = &benches
	};
	struct text view = {.all = all};
	char *text = NULL;
	size_t size = 0;

	view.out = open_memstream(&text, &size);
	tables_init(&tables, "Bareline results");
	topic_run(&topic);
	text_write(&view, &tables);
	fclose(view.out);
	tables_free(&tables);
	analysis_free(analysis);
	return text;
}

/* The caller frees the text. */
static char *report_of_text(const char *log, size_t length, bool all, const char *pattern)
{
	struct result *result = sample_log_load(log, length);
	char *text = report_of_result(result, all, pattern);

	result_free(result);
	return text;
}

/* The report of a log with these options. The caller frees the text. */
static char *report_of(const struct sample_log_options *options, bool all, const char *pattern)
{
	struct sample_log log = sample_log_make(options);
	char *text = report_of_text(log.text, log.length, all, pattern);

	free(log.text);
	return text;
}

static void assert_has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("not in the report: %s", part);
}

TEST(report_contains_all_required_facts)
{
	static const char *const parts[] = {
		"pit disagrees",
		"✗ 3 clocks do not agree; they are within ",
		"L3 unified, 8 MiB",
		"tsc_deadline",
		"general protection",
	};
	char *text = report_of(&(struct sample_log_options){0}, false, NULL);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		assert_has(text, parts[i]);
	free(text);
}

TEST(no_line_is_wider_than_the_page)
{
	for (int all = 0; all < 2; all++) {
		char *text = report_of(&(struct sample_log_options){0}, all, NULL), *rest;

		for (char *line = strtok_r(text, "\n", &rest); line != NULL;
		     line = strtok_r(NULL, "\n", &rest)) {
			/* A row's mark may use one more column. */
			if (utf8_length(line) > TERMINAL_COLUMNS + 1)
				fail_msg("too wide: %s", line);
		}
		free(text);
	}
}

#define START "Bareline results, INCOMPLETE: no end marker, 7 benchmarks missing\n"

TEST(truncated_run_reports_its_last_benchmark)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){0});
	char *cut = strstr(log.text, "name=selftest.xor_chain");
	char *text;

	assert_non_null(cut);
	text = report_of_text(log.text, (size_t)(strchr(cut, '\n') + 1 - log.text), false, NULL);
	assert_has(text, "selftest.xor_chain did not finish");
	assert_has(text, "missing: selftest.xor_chain, selftest.mul_chain,");
	assert_int_equal(strncmp(text, START, strlen(START)), 0);
	free(text);
	free(log.text);
}

TEST(pattern_selects_benchmarks)
{
	char *text = report_of(&(struct sample_log_options){0}, false, "irq.*");

	assert_has(text, "  irq.self_ipi: ");
	assert_null(strstr(text, "  selftest: "));
	assert_null(strstr(text, "pages of 4 KiB"));
	free(text);
}

TEST(option_all_shows_cold_samples_and_every_size)
{
	char *brief = report_of(&(struct sample_log_options){0}, false, NULL);
	char *all = report_of(&(struct sample_log_options){0}, true, NULL);

	assert_null(strstr(brief, "cold"));
	assert_has(all, "cold");
	assert_true(strlen(all) > 2 * strlen(brief));
	free(all);
	free(brief);
}

TEST(long_stage_name_is_truncated_to_the_page)
{
	struct result *result = result_new();
	const struct log_account account = {0};
	char stage[WIRE_TEXT_MAX + 1];
	const struct wire_record records[] = {
		{.kind = WIRE_bench, .bench = {1, "a.b", "", "tsc_ticks", ""}},
		{.kind = WIRE_series, .series = {.id = 1, .bench = 1, .point = "", .stage = stage}},
		{.kind = WIRE_samples, .samples = {.series = 1, .n = 1, .data = {(void *)"\2", 1}}},
		{.kind = WIRE_samples,
		 .samples = {.series = 1, .cold = 1, .n = 1, .data = {(void *)"\2", 1}}},
	};

	memset(stage, 's', WIRE_TEXT_MAX);
	stage[WIRE_TEXT_MAX] = '\0';
	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		result_add(result, &records[i]);
	result_link(result, &account);
	free(report_of_result(result, true, NULL));
	result_free(result);
}

TEST(counts_are_shown_per_operation_and_events_are_explained)
{
	static const char *const parts[] = {
		"Events of one operation, counted in separate runs",
		" cycles ",
		" l1d_misses ",
		"instructions/cycles",
		"cycles/ref_cycles",
		"events of skylake; rings counted: all; read by lfence;rdpmc...;lfence",
		"MEM_LOAD_RETIRED.L1_MISS, 0x8d1",
	};
	char *text = report_of(&(struct sample_log_options){.with_counts = true}, false, NULL);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		assert_has(text, parts[i]);
	free(text);
	text = report_of(&(struct sample_log_options){.with_counts = true}, false, "irq.*");
	assert_null(strstr(text, "Events of one"));
	free(text);
}
