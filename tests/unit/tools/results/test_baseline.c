/* SPDX-License-Identifier: MIT */
/* Exact metrics and their file: it is read as written, and changed, missing and new metrics are
 * named. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/results/baseline.h"

static char path[] = "/tmp/bareline-baseline-XXXXXX";

static void write_file(const void *text, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fwrite(text, 1, size, file);
	assert_int_equal(fclose(file), 0);
}

static bool reads(const void *text, size_t size, struct baseline *baseline)
{
	write_file(text, size);
	return baseline_read(path, baseline);
}

static void read_text(const char *text, struct baseline *baseline)
{
	assert_true(reads(text, strlen(text), baseline));
}

static bool is_strict = true;

/* The text of a comparison of two files; the caller frees it. */
static char *compared(const char *kept_text, const char *now_text, enum baseline_verdict *verdict)
{
	struct baseline base, new;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	read_text(kept_text, &base);
	read_text(now_text, &new);
	*verdict = baseline_compare(&base, &new, is_strict, out);
	fclose(out);
	baseline_free(&base);
	baseline_free(&new);
	return text;
}

static void assert_compared(const char *base, const char *new, enum baseline_verdict expected,
			    const char *expected_text)
{
	enum baseline_verdict verdict;
	char *text = compared(base, new, &verdict);

	assert_int_equal(verdict, expected);
	assert_string_equal(text, expected_text);
	free(text);
}

static void assert_different(const char *base, const char *new)
{
	enum baseline_verdict verdict;

	free(compared(base, new, &verdict));
	assert_int_equal(verdict, BASELINE_FAIL);
}

TEST(run_equals_its_baseline_after_writing_and_reading)
{
	const struct sample_log_options options = {.time_base = "instructions"};
	struct sample_log log = sample_log_make(&options);
	struct result *result = sample_log_load(log.text, log.length);
	struct baseline new, base;

	baseline_from_result(result, &new);
	assert_true(new.count > 10);
	assert_true(baseline_write(path, &new));
	assert_true(baseline_read(path, &base));
	assert_int_equal(base.count, new.count);
	assert_int_equal(baseline_compare(&base, &new, true, stdout), BASELINE_PASS);
	baseline_free(&base);
	baseline_free(&new);
	result_free(result);
	free(log.text);
}

static void assert_line(const struct baseline *baseline, const char *name, const char *value)
{
	const struct baseline_line *line = baseline_find(baseline, name);

	assert_non_null(line);
	assert_string_equal(line->value, value);
}

TEST(conditions_and_notes_of_a_run_are_kept_apart_from_metrics)
{
	const struct sample_log_options options = {.time_base = "instructions"};
	struct sample_log log = sample_log_make(&options);
	struct result *result = sample_log_load(log.text, log.length);
	struct wire_manifest *manifest = (struct wire_manifest *)result_manifest(result);
	struct baseline new, base;
	size_t metrics;

	manifest->hypervisor = "KVMKVMKVM";
	manifest->kernel = "6.1.0";
	baseline_from_result(result, &new);
	metrics = baseline_count(&new, BASELINE_METRIC);
	assert_int_equal(baseline_count(&new, BASELINE_CONDITION), 4);
	assert_int_equal(baseline_count(&new, BASELINE_NOTE), 1);
	baseline_add_note(&new, "emulator", "QEMU: 9");
	baseline_add_condition(&new, "machine", "q35");
	assert_true(baseline_write(path, &new));
	baseline_free(&new);
	assert_true(baseline_read(path, &base));
	assert_int_equal(baseline_count(&base, BASELINE_CONDITION), 5);
	assert_int_equal(baseline_count(&base, BASELINE_NOTE), 2);
	assert_int_equal(baseline_count(&base, BASELINE_METRIC), metrics);
	assert_int_equal(baseline_line_kind(&base.lines[0]), BASELINE_CONDITION);
	assert_line(&base, "condition host", "bare-metal");
	assert_line(&base, "condition hypervisor", "KVMKVMKVM");
	assert_line(&base, "condition cpu",
		    "Made-up CPU @ 2.00GHz, family 6, model 158, stepping 10, 2 online");
	assert_line(&base, "condition command line", "suite=quick exit=isa-debug");
	assert_line(&base, "condition machine", "q35");
	assert_line(&base, "note kernel", "6.1.0");
	assert_line(&base, "note emulator", "QEMU: 9");
	assert_null(baseline_find(&base, "condition"));
	baseline_free(&base);
	result_free(result);
	free(log.text);
}

TEST(changed_metric_is_named_with_its_difference)
{
	assert_compared("a.b warm: 7*5\na.c warm: 8*5\n", "a.b warm: 7*5\na.c warm: 13*5\n",
			BASELINE_FAIL,
			"1 metric costs more, 0 less, of 2; "
			"the largest regression: a.c warm 8 → 13 "
			"(+5 instructions an operation, +62.5 %)\n"
			"  a.c warm: 8*5 -> 13*5 (5 more, +62.5 %)\n");
	assert_compared("a.b warm: 7*4 8*1\n", "a.b warm: 6*5\n", BASELINE_FAIL,
			"0 metrics cost more, 1 less, of 1; the largest: a.b warm 7.5 → 6 "
			"(-1.5 instructions an operation, -20 %)\n"
			"  a.b warm: 7*4 8*1 -> 6*5 (fewer)\n");
}

/* A metric is exact only if all its samples are equal. */
TEST(varying_metric_is_checked_against_its_range)
{
	assert_compared("a.b warm: 17*4 19*1\n", "a.b warm: 18*5\n", BASELINE_PASS,
			"  a.b warm: 17*4 19*1 -> 18*5 (unstable, not checked)\n");
	assert_compared("a.b warm: 17*4 19*1 in 8\n", "a.b warm: 16*4 17*1 in 8\n", BASELINE_PASS,
			"  a.b warm: 17*4 19*1 in 8 -> 16*4 17*1 in 8 (unstable, not checked)"
			"\n");
	assert_compared("a.b warm: 17*4 19*1\n", "a.b warm: 20*4 21*1\n", BASELINE_FAIL,
			"1 metric costs more, 0 less, of 1; "
			"the largest regression: a.b warm 18 → 20.5 "
			"(+2.5 instructions an operation, +13.9 %)\n"
			"  a.b warm: 17*4 19*1 -> 20*4 21*1 (more)\n");
	assert_compared("a.b warm: 17*5\n", "a.b warm: 17*4 18*1\n", BASELINE_FAIL,
			"1 metric costs more, 0 less, of 1; "
			"the largest regression: a.b warm 17 → 17.5 "
			"(+0.5 instructions an operation, +2.94 %)\n"
			"  a.b warm: 17*5 -> 17*4 18*1 (more)\n");
}

TEST(difference_of_many_operations_is_also_shown_per_operation)
{
	assert_compared("a.b warm: 7000*5 in 1000\n", "a.b warm: 17000*5 in 1000\n",
			BASELINE_FAIL,
			"1 metric costs more, 0 less, of 1; "
			"the largest regression: a.b warm 7 → 17 "
			"(+10 instructions an operation, +143 %)\n"
			"  a.b warm: 7000*5 in 1000 -> 17000*5 in 1000 (10 more an operation, "
			"+143 %)\n"
			"  (17000*5 in 1000: 5 samples of 17000 instructions, for 1000 operations "
			"each)\n");
}

#define LINUX "condition host: linux\n"

/* Under Linux only a metric that is constant in every boot is checked. */
TEST(metric_that_varies_with_memory_layout_is_not_checked_under_linux)
{
	assert_compared(LINUX "a.b warm: 100*5 102*5\n", LINUX "a.b warm: 110*5\n", BASELINE_PASS,
			"  a.b warm: 100*5 102*5 -> 110*5 (differs with memory layout by up to "
			"10 %, not checked)\n"
			"  metrics that differ with memory layout by up to 10 %, not checked: 1\n");
	assert_compared(LINUX "a.b warm: 100*5\n", LINUX "a.b warm: 100*5 101*5\n", BASELINE_PASS,
			"  a.b warm: 100*5 -> 100*5 101*5 (differs with memory layout by up to "
			"1 %, not checked)\n"
			"  metrics that differ with memory layout by up to 1 %, not checked: 1\n");
	assert_compared(LINUX "a.b warm: 100*5\n", LINUX "a.b warm: 110*5 111*5\n",
			BASELINE_FAIL,
			"1 metric costs more, 0 less, of 1; "
			"the largest regression: a.b warm 100 → 110.5 "
			"(+10.5 instructions an operation, +10.5 %)\n"
			"  a.b warm: 100*5 -> 110*5 111*5 (more)\n");
}

#define RUN_ON(host, qemu) "condition host: " host "\nnote emulator: QEMU " qemu "\n"

TEST(different_qemu_is_compared_only_if_metrics_do_not_depend_on_it)
{
	static const char note[] = "  note emulator: QEMU 7 -> QEMU 10\n";
	static const char text[] = "  note emulator: QEMU 7 -> QEMU 10\n"
				   "  metrics that depend on QEMU's version, not checked: 1\n";

	assert_compared(RUN_ON("linux", "7") "entry.null_syscall warm: 9*5\nos.pipe warm: 9*5\n",
			RUN_ON("linux", "10") "entry.null_syscall warm: 9*5\nos.pipe warm: 8*5\n",
			BASELINE_PASS, text);
	assert_compared(RUN_ON("linux", "7") "os.pipe warm: 9*5\n",
			RUN_ON("linux", "10") "os.pipe warm: 9*5\n", BASELINE_PASS, text);
	assert_different(RUN_ON("linux", "7") "entry.null_syscall warm: 9*5\n",
			 RUN_ON("linux", "10") "entry.null_syscall warm: 8*5\n");
	assert_different(RUN_ON("linux", "7") "os.pipe warm: 9*5\n",
			 RUN_ON("linux", "7") "os.pipe warm: 8*5\n");
	assert_different(RUN_ON("bare-metal", "7") "os.pipe warm: 9*5\n",
			 RUN_ON("bare-metal", "10") "os.pipe warm: 8*5\n");
	assert_compared(RUN_ON("bare-metal", "7") "os.pipe warm: 9*5\n",
			RUN_ON("bare-metal", "10") "os.pipe warm: 9*5\n", BASELINE_PASS, note);
}

/* A reader of the first line must not take an improvement for the result. */
TEST(largest_regression_comes_first_and_cold_metrics_last)
{
	assert_compared("a.a cold: 10*1\na.b warm: 10*5\na.c warm: 10*5\na.d warm: 9*5\n",
			"a.a cold: 90*1\na.b warm: 11*5\na.c warm: 5*5\na.d warm: 9*5\n",
			BASELINE_FAIL,
			"2 metrics cost more, 1 less, of 4; "
			"the largest regression: a.b warm 10 → 11 "
			"(+1 instructions an operation, +10 %)\n"
			"  a.b warm: 10*5 -> 11*5 (1 more, +10 %)\n"
			"  a.c warm: 10*5 -> 5*5 (5 fewer, -50 %)\n"
			"  a.a cold: 10*1 -> 90*1 (80 more, +800 %)\n");
}

/* A stage changes by a larger part than its operation. A stage without a total, such as a.d's, is
 * an operation of its own. */
TEST(stages_follow_whole_operations)
{
	assert_compared("a.b x=1 one warm: 10*5\na.b x=1 two warm: 10*5\na.b x=1 total warm: 30*5\n"
			"a.d x=1 one warm: 100*5\n",
			"a.b x=1 one warm: 4*5\na.b x=1 two warm: 19*5\na.b x=1 total warm: 33*5\n"
			"a.d x=1 one warm: 101*5\n",
			BASELINE_FAIL,
			"3 metrics cost more, 1 less, of 4; the largest regression: a.b x=1 total "
			"warm 30 → 33 (+3 instructions an operation, +10 %)\n"
			"  a.b x=1 total warm: 30*5 -> 33*5 (3 more, +10 %)\n"
			"  a.d x=1 one warm: 100*5 -> 101*5 (1 more, +1 %)\n"
			"  a.b x=1 two warm: 10*5 -> 19*5 (9 more, +90 %)\n"
			"  a.b x=1 one warm: 10*5 -> 4*5 (6 fewer, -60 %)\n");
}

static const struct report_case {
	const char *name, *base, *new;
	enum baseline_verdict verdict;
	const char *text;
} report_cases[] = {
	{"unchanged_cost_of_zero_follows_changes",
	 "a.a cold: 7*1\na.b warm: 0*5\na.c warm: 7*5\n",
	 "a.a cold: 8*1\na.b warm: 0*4\na.c warm: 8*5\n", BASELINE_FAIL,
	 "2 metrics cost more, 0 less, 1 the same with other samples, of 3; "
	 "the largest regression: a.c warm "
	 "7 → 8 (+1 instructions an operation, +14.3 %)\n"
	 "  a.c warm: 7*5 -> 8*5 (1 more, +14.3 %)\n"
	 "  a.b warm: 0*5 -> 0*4\n"
	 "  a.a cold: 7*1 -> 8*1 (1 more, +14.3 %)\n"},
	{"change_from_zero_is_the_largest", "a.a cold: 0*5\na.b warm: 7*5\na.c warm: 0*5\n",
	 "a.a cold: 1*5\na.b warm: 70*5\na.c warm: 3*5\n", BASELINE_FAIL,
	 "3 metrics cost more, 0 less, of 3; "
	 "the largest regression: a.c warm 0 → 3 (+3 instructions an "
	 "operation)\n"
	 "  a.c warm: 0*5 -> 3*5 (3 more)\n"
	 "  a.b warm: 7*5 -> 70*5 (63 more, +900 %)\n"
	 "  a.a cold: 0*5 -> 1*5 (1 more)\n"},
	{"legend_of_one_sample", "a.b cold: 3*1 in 2\n", "a.b cold: 5*1 in 2\n", BASELINE_FAIL,
	 "1 metric costs more, 0 less, of 1; "
	 "the largest regression: a.b cold 1.5 → 2.5 (+1 instructions an "
	 "operation, +66.7 %)\n"
	 "  a.b cold: 3*1 in 2 -> 5*1 in 2 (1 more an operation, +66.7 %)\n"
	 "  (5*1 in 2: 1 sample of 5 instructions, for 2 operations each)\n"},
	{"no_legend_of_different_samples", "a.b warm: 4*5 in 2\n", "a.b warm: 6*4 8*1 in 2\n",
	 BASELINE_FAIL,
	 "1 metric costs more, 0 less, of 1; "
	 "the largest regression: a.b warm 2 → 3.5 (+1.5 instructions an "
	 "operation, +75 %)\n"
	 "  a.b warm: 4*5 in 2 -> 6*4 8*1 in 2 (more)\n"},
	{"no_legend_of_an_unchecked_metric", "a.b warm: 4*4 6*1 in 2\na.c warm: 7*5\n",
	 "a.b warm: 5*5 in 2\na.c warm: 6*5\n", BASELINE_FAIL,
	 "0 metrics cost more, 1 less, of 2; the largest: a.c warm 7 → 6 (-1 instructions an "
	 "operation, -14.3 %)\n"
	 "  a.c warm: 7*5 -> 6*5 (1 fewer, -14.3 %)\n"
	 "  a.b warm: 4*4 6*1 in 2 -> 5*5 in 2 (unstable, not checked)\n"},
	{"legend_of_the_first_value_with_operations", "a.b warm: 10*5 in 2\na.c warm: 10*5\n",
	 "a.b warm: 12*5 in 2\na.c warm: 20*5\n", BASELINE_FAIL,
	 "2 metrics cost more, 0 less, of 2; "
	 "the largest regression: a.c warm 10 → 20 (+10 instructions an "
	 "operation, +100 %)\n"
	 "  a.c warm: 10*5 -> 20*5 (10 more, +100 %)\n"
	 "  a.b warm: 10*5 in 2 -> 12*5 in 2 (1 more an operation, +20 %)\n"
	 "  (12*5 in 2: 5 samples of 12 instructions, for 2 operations each)\n"},
	{"metrics_on_one_side_follow_changes",
	 "a.a warm: 1*4 9*1\na.b warm: 1*5\na.d warm: 1*5\n",
	 "a.a warm: 2*5\na.c warm: 1*5\na.d warm: 2*5\n", BASELINE_FAIL,
	 "1 metric costs more, 0 less, of 3; "
	 "the largest regression: a.d warm 1 → 2 (+1 instructions an "
	 "operation, +100 %)\n"
	 "  a.d warm: 1*5 -> 2*5 (1 more, +100 %)\n"
	 "  a.c warm: new, 1*5\n"
	 "  a.b warm: missing, was 1*5\n"
	 "  a.a warm: 1*4 9*1 -> 2*5 (unstable, not checked)\n"},
	{"largest_spread_of_unchecked_metrics",
	 "condition host: linux\na.b warm: 100*4 120*1\na.c warm: 100*4 110*1\n"
	 "a.d warm: 0*4 1*1\n",
	 "condition host: linux\na.b warm: 100*4 120*1\na.c warm: 105*5\na.d warm: 0*4 1*1\n",
	 BASELINE_PASS,
	 "  a.c warm: 100*4 110*1 -> 105*5 (differs with memory layout by up to 10 %, not "
	 "checked)\n"
	 "  metrics that differ with memory layout by up to 20 %, not checked: 3\n"},
	{"note_on_one_side_does_not_fail", "note emulator: QEMU 7\na.b warm: 7*5\n",
	 "note kernel: 6.1\na.b warm: 7*5\n", BASELINE_PASS,
	 "  note kernel: new, 6.1\n  note emulator: missing, was QEMU 7\n"},
	{"condition_on_one_side_prevents_the_comparison", "condition cpu: x\na.b warm: 7*5\n",
	 "a.b warm: 7*5\n", BASELINE_NOT_COMPARABLE, "  condition cpu: missing, was x\n"},
	{"values_without_samples_are_compared_as_text", "a.b warm: x\na.c warm: 5*1 in 0\n",
	 "a.b warm: y\na.c warm: 5*1\n", BASELINE_FAIL,
	 "0 metrics cost more, 0 less, 2 the same with other samples, of 2\n"
	 "  a.b warm: x -> y\n"
	 "  a.c warm: 5*1 in 0 -> 5*1\n"},
};

static void differences_are_reported_in_order(void **state)
{
	const struct report_case *one = *state;
	struct baseline base, new;
	char *text;

	assert_compared(one->base, one->new, one->verdict, one->text);
	/* The summary is the report's first line, if there is one. */
	read_text(one->base, &base);
	read_text(one->new, &new);
	text = baseline_summary(&base, &new);
	assert_int_equal(text == NULL, one->text[0] == ' ');
	if (text != NULL)
		assert_int_equal(strncmp(one->text, text, strlen(text)), 0);
	free(text);
	baseline_free(&base);
	baseline_free(&new);
}

TEST_CASES(differences_are_reported_in_order, report_cases);

/* Whether all samples are equal, and the cost of an operation: 0 if there are no samples. */
static const struct value_case {
	const char *name;
	bool is_constant;
	double cost;
} value_cases[] = {
	{"8*5", true, 8},
	{"8*4 9*1", false, 8.5},
	{"9*1 8*1 7*1", false, 8},
	{"8*5 in 4", true, 2},
	{"8*5 6*5 in 2", false, 3.5},
	{"8*5 in 4 3*1 in 1", false, 2.5},
	{"3*1 in 1 8*5 in 4", false, 2.5},
	{"8*5 in x", false, 0},
	{"8*5 in 0", true, 0},
	{"8*5 of 4", false, 0},
	{"8", false, 0},
	{"8+5", false, 0},
	{"*5", false, 0},
	{"", false, 0},
};

static void value_is_parsed(void **state)
{
	const struct value_case *one = *state;
	char name[] = "a.b warm", value[32], other[] = "100*1";
	const struct baseline_line line = {name, strcpy(value, one->name)}, base = {name, other};
	struct baseline_change change;

	assert_int_equal(baseline_is_constant(&line), one->is_constant);
	assert_int_equal(baseline_compute_change(&base, &line, &change), one->cost > 0);
	assert_int_equal(baseline_compute_change(&line, &base, &change), one->cost > 0);
	if (one->cost > 0) {
		assert_true(change.before == one->cost && change.after == 100);
		assert_int_equal(change.is_exact, one->is_constant);
	}
	assert_false(baseline_compute_change(&line, &line, &change));
}

TEST_CASES(value_is_parsed, value_cases);

/* Only the first twenty of many changes are shown. Unchecked metrics come last. */
TEST(changes_beyond_the_limit_are_counted)
{
	char base[1200] = "b.a warm: 1*4 9*1\n", new[1200] = "b.a warm: 2*5\n", *text;
	enum baseline_verdict verdict;
	size_t lines = 0;

	for (int i = 10; i < 40; i++) {
		sprintf(base + strlen(base), "a.%d warm: 100*5\n", i);
		sprintf(new + strlen(new), "a.%d warm: %d*5\n", i, 100 + i);
	}
	text = compared(base, new, &verdict);
	assert_int_equal(verdict, BASELINE_FAIL);
	assert_non_null(strstr(text, "30 metrics cost more, 0 less, of 31; the "
				     "largest regression: a.39"));
	assert_non_null(strstr(text, "\n  a.20 warm"));
	assert_null(strstr(text, "\n  a.19 warm"));
	assert_null(strstr(text, "b.a"));
	assert_non_null(strstr(text, "\n  and 11 more; --markdown FILE lists all\n"));
	for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
		lines++;
	assert_int_equal(lines, 22);
	free(text);
}

TEST(line_of_4096_bytes_is_read_and_a_longer_one_refused)
{
	char text[4096 + 2] = "";
	struct baseline baseline;

	memset(text, 'x', 4096);
	memcpy(text + 4096 - 10, " warm: 1*5", 10);
	read_text(text, &baseline);
	assert_int_equal(baseline.count, 1);
	baseline_free(&baseline);
	memset(text, 'x', 4097);
	memcpy(text + 4097 - 10, " warm: 1*5", 10);
	assert_false(reads(text, 4097, &baseline));
	baseline_free(&baseline);
}

TEST(order_of_benchmarks_is_no_condition)
{
	assert_compared("condition command line: suite=quick bench=a.*,b.* exit=x\na.b warm: 7*5\n",
			"condition command line: suite=quick bench=b.*,a.* exit=x\na.b warm: 7*5\n",
			BASELINE_PASS, "");
	assert_compared("condition command line: suite=quick bench=a.*,b.*\na.b warm: 7*5\n",
			"condition command line: suite=quick bench=b.*,b.*\na.b warm: 7*5\n",
			BASELINE_NOT_COMPARABLE,
			"  condition command line: suite=quick bench=a.*,b.* -> suite=quick "
			"bench=b.*,b.*\n");
}

TEST(changed_note_is_reported_and_does_not_fail)
{
	assert_compared("note kernel: 6.1\na.b warm: 7*5\n", "note kernel: 6.2\na.b warm: 7*5\n",
			BASELINE_PASS, "  note kernel: 6.1 -> 6.2\n");
}

/* A metric that varies between boots keeps the samples of each boot that differ. */
TEST(samples_of_several_boots_are_kept_together)
{
	struct baseline boot, other;

	read_text("condition x: y\na.b warm: 7*5 in 3\na.c warm: 8*5\n", &boot);
	read_text("condition x: z\na.b warm: 9*5 in 3\na.c warm: 8*5\na.d warm: 6*5\n", &other);
	baseline_merge(&boot, &other);
	assert_string_equal(baseline_find(&boot, "a.b warm")->value, "7*5 9*5 in 3");
	assert_string_equal(baseline_find(&boot, "a.c warm")->value, "8*5");
	assert_string_equal(baseline_find(&boot, "condition x")->value, "y");
	assert_string_equal(baseline_find(&boot, "a.d warm")->value, "6*5");
	assert_int_equal(baseline_count(&boot, BASELINE_METRIC), 3);
	baseline_free(&other);
	baseline_free(&boot);
}

/* 500 in 100 are 5 and 900 in 200 are 4.5, a spread of 10 %; 950 in 200 are in between. */
TEST(samples_of_different_operation_counts_are_a_range)
{
	struct baseline boot, other;

	read_text("a.b warm: 500*3 in 100\n", &boot);
	read_text("a.b warm: 900*3 in 200\n", &other);
	baseline_merge(&boot, &other);
	assert_string_equal(boot.lines[0].value, "500*3 in 100 900*3 in 200");
	assert_false(baseline_is_constant(&boot.lines[0]));
	baseline_free(&other);
	baseline_free(&boot);
	assert_compared(LINUX "a.b warm: 500*3 in 100 900*3 in 200\n",
			LINUX "a.b warm: 950*3 in 200\n", BASELINE_PASS,
			"  a.b warm: 500*3 in 100 900*3 in 200 -> 950*3 in 200 (differs with "
			"memory "
			"layout by up to 11 %, not checked)\n"
			"  metrics that differ with memory layout by up to 11 %, not checked: 1\n");
}

TEST(metric_on_one_side_fails_only_a_strict_comparison)
{
	is_strict = false;
	assert_compared("a.b warm: 7*5\na.d warm: 1*5\n", "a.c warm: 8*5\na.d warm: 1*5\n",
			BASELINE_PASS,
			"  a.c warm: new, 8*5\n  a.b warm: missing, was 7*5\n");
	is_strict = true;
}

/* Ranges of samples per operation: 0 to 2, and 5 to 7 of which the last is 70 for 10 operations. */
TEST(ranges_that_overlap_are_unstable)
{
	enum baseline_verdict verdict;

	assert_compared("a.b warm: 0*4 2*1\n", "a.b warm: 0*5\n", BASELINE_PASS,
			"  a.b warm: 0*4 2*1 -> 0*5 (unstable, not checked)\n");
	assert_compared("a.b warm: 5*2 6*1 in 1 70*3 in 10\n", "a.b warm: 7*5 in 1\n",
			BASELINE_PASS,
			"  a.b warm: 5*2 6*1 in 1 70*3 in 10 -> 7*5 in 1 (unstable, not checked)"
			"\n");
	assert_different("a.b warm: 5*2 6*1 in 1 70*3 in 10\n", "a.b warm: 71*5 in 10\n");
	assert_different("a.b warm: 5*2 6*1 in 1 70*3 in 10\n", "a.b warm: 49*5 in 10\n");
	free(compared("a.b warm: 5*2 7*1\n", "a.b warm: 5*2 in 0\n", &verdict));
	assert_int_equal(verdict, BASELINE_FAIL);
}

TEST(metrics_of_both_sides_are_counted)
{
	struct baseline base, new;

	read_text("condition x: 1\na.b warm: 7*5\na.c warm: 7*5\na.e warm: 1*1\n", &base);
	read_text("condition x: 1\na.b warm: 8*5\na.d warm: 1*1\na.e warm: 1*1\n", &new);
	assert_int_equal(baseline_count_compared(&base, &new), 2);
	assert_int_equal(baseline_count(&base, BASELINE_METRIC), 3);
	baseline_free(&new);
	baseline_free(&base);
	read_text(RUN_ON("linux", "7") "os.pipe warm: 9*5\nentry.null_syscall warm: 1*1\n", &base);
	read_text(RUN_ON("linux", "8") "os.pipe warm: 9*5\nentry.null_syscall warm: 1*1\n", &new);
	assert_int_equal(baseline_count_compared(&base, &new), 1);
	baseline_free(&new);
	baseline_free(&base);
}

TEST(missing_and_new_metrics_differ)
{
	assert_compared("a.b warm: 7*5\n", "a.c warm: 8*5\n", BASELINE_FAIL,
			"  a.c warm: new, 8*5\n  a.b warm: missing, was 7*5\n");
}

TEST(different_conditions_prevent_the_comparison)
{
	assert_compared("condition cpu: x\na.b warm: 7*5\n", "condition cpu: y\na.b warm: 8*5\n",
			BASELINE_NOT_COMPARABLE, "  condition cpu: x -> y\n");
}

TEST(comments_and_empty_lines_are_ignored)
{
	assert_compared("# a comment\n\na.b warm: 7*5\n", "a.b warm: 7*5\n", BASELINE_PASS, "");
}

TEST(control_characters_are_printed_as_marks)
{
	assert_compared("a.b\033[31m warm: \0337*5\x9b\n", "a.b?[31m warm: 7*5\n",
			BASELINE_FAIL,
			"0 metrics cost more, 0 less, 1 the same with other samples, of 1\n"
			"  a.b?[31m warm: ?7*5? -> 7*5\n");
}

TEST(byte_order_mark_is_not_part_of_the_first_line)
{
	assert_compared("\xef\xbb\xbf" "a.b warm: 7*5\n", "a.b warm: 7*5\n", BASELINE_PASS, "");
	assert_compared("\xef\xbb\xbf# a comment\na.b warm: 7*5\n", "a.b warm: 7*5\n",
			BASELINE_PASS, "");
}

TEST(foreign_file_is_rejected)
{
	static const char zero[] = "a: 1\0b\n";
	struct baseline baseline;

	assert_false(reads("no figure here\n", 15, &baseline));
	baseline_free(&baseline);
	assert_false(reads(": 7*5\n", 6, &baseline));
	baseline_free(&baseline);
	assert_false(reads("a: 1\na: 2\n", 10, &baseline));
	baseline_free(&baseline);
	assert_false(reads(zero, sizeof(zero) - 1, &baseline));
	baseline_free(&baseline);
	assert_false(reads("# only a comment\n", 17, &baseline));
	baseline_free(&baseline);
	unlink(path);
	assert_false(baseline_read(path, &baseline));
}

static int make_file(void **state)
{
	(void)state;
	return close(mkstemp(path));
}

/* A search through all lines for each line would take 10^9 comparisons. */
TEST(large_baseline_is_read_and_compared_in_little_time)
{
	enum {LINES = 40000, LINE_BYTES = 16};
	char *text = malloc(LINES * LINE_BYTES + 1), *at = text, *last;
	struct baseline baseline;

	for (unsigned i = 0; i < LINES; i++)
		at += sprintf(at, "m%06u warm: %u\n", i, i % 10);
	read_text(text, &baseline);
	assert_int_equal(baseline.count, LINES);
	assert_string_equal(baseline_find(&baseline, "m039999 warm")->value, "9");
	assert_int_equal(baseline_count_compared(&baseline, &baseline), LINES);
	baseline_free(&baseline);
	last = at - LINE_BYTES;
	memcpy(last, "m000000", 7);
	assert_false(reads(text, (size_t)(at - text), &baseline));
	baseline_free(&baseline);
	free(text);
}

TEST(baseline_of_more_bytes_than_permitted_is_not_read)
{
	struct baseline baseline;

	write_file("a warm: 1*1\n", 12);
	assert_int_equal(truncate(path, (off_t)6 << 30), 0);
	assert_false(baseline_read(path, &baseline));
	assert_false(baseline_read("/dev/zero", &baseline));
}

struct unit_group unit_group = {make_file, NULL};
