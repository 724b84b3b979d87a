/* The table: what must be in it, how wide it may be, and that nothing in a log can break it. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/base/utf8.h"
#include "tools/topic/report.h"

/* The caller frees the text. */
static char *report_of_text(const char *log, size_t length, bool all, const char *pattern)
{
	static struct analysis *analysis;
	struct result *result = sample_log_load(log, length);
	struct report report = {.analysis = analysis, .all = all};
	char *text = NULL;
	size_t size = 0;

	if (pattern != NULL)
		patterns_add(&report.benches, pattern);
	report.out = open_memstream(&text, &size);
	analysis_free(analysis);
	analysis = analysis_new(result);
	report.analysis = analysis;
	report_write(&report);
	fclose(report.out);
	result_free(result);
	return text;
}

/* The report of the options' log. The caller frees the text. */
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

TEST(the_report_tells_all_that_a_reader_needs)
{
	static const char *const parts[] = {
		"Made-up CPU", "multiboot2", "2.000000 GHz by cpuid_15h", "pit disagrees",
		"L2 256 KiB", "95 % interval", "irq.self_ipi [TSC ticks]",
		"wait hlt\n      entered", "4 KiB pages",
		"L3 unified is 8 MiB", "tsc_deadline", "general protection", "fault_trial+0x12",
		"the PIT gives another", "smi", "records used", "3.00 GHz",
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
			/* One column more may hold a row's mark. */
			if (utf8_length(line) > REPORT_COLUMNS + 1)
				fail_msg("too wide: %s", line);
		}
		free(text);
	}
}

TEST(without_a_terminal_there_is_no_escape_sequence)
{
	char *text = report_of(&(struct sample_log_options){0}, true, NULL);

	assert_null(strchr(text, '\033'));
	free(text);
}

TEST(an_invalid_run_says_so_first)
{
	char *text = report_of(&(struct sample_log_options){.wrong_self_test = true}, false, NULL);
	const char *word = strstr(text, "INVALID");

	assert_non_null(word);
	assert_in_range(word - text, 0, 100);
	free(text);
}

TEST(an_incomplete_run_says_so)
{
	char *text = report_of(&(struct sample_log_options){.no_end = true}, false, NULL);

	assert_has(text, "INCOMPLETE");
	free(text);
}

TEST(a_run_that_was_cut_off_says_where)
{
	struct sample_log log = sample_log_make(&(struct sample_log_options){0});
	char *cut = strstr(log.text, "name=selftest.xor_chain");
	char *text;

	assert_non_null(cut);
	text = report_of_text(log.text, (size_t)(strchr(cut, '\n') + 1 - log.text), false, NULL);
	assert_has(text, "selftest.xor_chain was under way");
	assert_has(text, "benchmarks, those after it in");
	free(text);
	free(log.text);
}

TEST(emulated_time_is_labelled_and_instructions_are_no_time)
{
	char *text = report_of(&(struct sample_log_options){.time_base = "emulated"}, false, NULL);

	assert_has(text, "emulated: ");
	assert_has(text, "emulator's host");
	free(text);
	text = report_of(&(struct sample_log_options){.time_base = "instructions"}, false, NULL);
	assert_has(text, "[instructions]");
	assert_null(strstr(text, " ns"));
	free(text);
}

TEST(a_pattern_chooses_benchmarks)
{
	char *text = report_of(&(struct sample_log_options){0}, false, "irq.*");

	assert_has(text, "  irq.self_ipi [");
	assert_null(strstr(text, "  selftest.null ["));
	assert_null(strstr(text, "4 KiB pages"));
	free(text);
}

TEST(all_shows_cold_samples_and_every_size)
{
	char *brief = report_of(&(struct sample_log_options){0}, false, NULL);
	char *all = report_of(&(struct sample_log_options){0}, true, NULL);

	assert_null(strstr(brief, "cold"));
	assert_has(all, "cold");
	assert_true(strlen(all) > 2 * strlen(brief));
	free(all);
	free(brief);
}

TEST(a_stage_as_long_as_a_text_may_be_is_cut_to_the_page)
{
	static struct analysis *analysis;
	struct report report = {.analysis = analysis, .all = true, .out = fopen("/dev/null", "w")};
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
	analysis_free(analysis);
	analysis = analysis_new(result);
	report.analysis = analysis;
	report_write(&report);
	fclose(report.out);
	result_free(result);
}

TEST(counts_are_shown_for_one_operation_and_events_explained)
{
	static const char *const parts[] = {
		"Events, counted in runs of their own", "      cycles ", "      l1d_misses ",
		"      instructions/cycles                        0.500",
		"      cycles/ref_cycles                          1.500",
		"events of skylake; rings counted: all; read by lfence;rdpmc...;lfence",
		"MEM_LOAD_RETIRED.L1_MISS, 0x8d1",
	};
	char *text = report_of(&(struct sample_log_options){.with_counts = true}, false, NULL);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		assert_has(text, parts[i]);
	free(text);
	text = report_of(&(struct sample_log_options){.with_counts = true}, false, "irq.*");
	assert_null(strstr(text, "Events, counted"));
	free(text);
}

TEST(a_name_too_long_for_its_column_has_a_line_of_its_own)
{
	char *text = NULL;
	size_t size = 0;
	struct report report = {.out = open_memstream(&text, &size)};

	report_field(&report, STYLE_PLAIN, "prefetch_control", "%s", "why");
	fclose(report.out);
	assert_string_equal(text, "  prefetch_control\n                why\n");
	free(text);
}

TEST(figures_keep_the_digits_that_fit_their_size)
{
	char text[REPORT_NUMBER_MAX];

	assert_string_equal(report_number(614, 0, text), "614");
	assert_string_equal(report_number(614.5, 0, text), "614.5");
	assert_string_equal(report_number(12345678, 0, text), "12345678");
	assert_string_equal(report_number(4, 2, text), "4.00");
	assert_string_equal(report_number(123.456, 2, text), "123.5");
	assert_string_equal(report_number(1e15, 2, text), "1.00e+15");
	assert_string_equal(report_number(12345.5, 0, text), "12346");
	assert_string_equal(report_number(1234567.25, 2, text), "1234567");
	assert_string_equal(report_number(99999999.5, 0, text), "1.00e+08");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_report_tells_all_that_a_reader_needs),
		cmocka_unit_test(no_line_is_wider_than_the_page),
		cmocka_unit_test(without_a_terminal_there_is_no_escape_sequence),
		cmocka_unit_test(an_invalid_run_says_so_first),
		cmocka_unit_test(an_incomplete_run_says_so),
		cmocka_unit_test(a_run_that_was_cut_off_says_where),
		cmocka_unit_test(emulated_time_is_labelled_and_instructions_are_no_time),
		cmocka_unit_test(a_pattern_chooses_benchmarks),
		cmocka_unit_test(all_shows_cold_samples_and_every_size),
		cmocka_unit_test(a_stage_as_long_as_a_text_may_be_is_cut_to_the_page),
		cmocka_unit_test(counts_are_shown_for_one_operation_and_events_explained),
		cmocka_unit_test(a_name_too_long_for_its_column_has_a_line_of_its_own),
		cmocka_unit_test(figures_keep_the_digits_that_fit_their_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
