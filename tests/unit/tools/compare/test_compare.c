/* SPDX-License-Identifier: MIT */
/* Bare metal compared with Linux: matching of metrics, results, and refused comparisons. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/base/utf8.h"
#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/topic/overhead.h"
#include "tools/view/text.h"

static const struct compared_metric *metric_of(const struct comparison *comparison,
					       const char *bench)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		if (strcmp(comparison->metrics[i].bench, bench) == 0)
			return &comparison->metrics[i];
	}
	fail_msg("no metric of %s", bench);
	return NULL;
}

/* ---- Metrics ---- */

/* The interval extends to both sides of the value. */
static void assert_around(const struct estimate *estimate, double value)
{
	assert_true(estimate->low < value && value < estimate->high);
}

/* 108 ticks against 608 at 2 GHz. */
TEST(metrics_are_in_nanoseconds_and_their_difference_is_shown)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);
	const struct compared_metric *metric;

	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "entry.null_syscall");
	assert_true(metric_is_common(metric));
	assert_false(metric->is_exact);
	assert_string_equal(metric->sides[METAL].unit, "ns");
	assert_true(metric->sides[METAL].median == 54 && metric->sides[LINUX].median == 304);
	assert_true(metric->contrast.difference.value == 250);
	assert_around(&metric->contrast.difference, 250);
	assert_around(&metric->contrast.ratio, 304.0 / 54);
	compare_free(&comparison);
}

TEST(metric_missing_under_linux_is_named_with_its_reason)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);
	const struct compared_metric *metric;

	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "irq.self_ipi");
	assert_false(metric_is_common(metric));
	assert_string_equal(metric->sides[LINUX].why_missing, "needs a local APIC");
	compare_free(&comparison);
}

TEST(only_selected_benchmarks_are_compared)
{
	static const struct patterns benches = {{"irq.*"}, 1};
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);

	compare_make(&comparison, &benches);
	assert_int_equal(comparison.metric_count, 1);
	metric_of(&comparison, "irq.self_ipi");
	compare_free(&comparison);
}

/* The median of three runs counts. Runs that differ widen the interval. */
TEST(repeated_runs_give_one_metric)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);
	const struct compared_metric *metric;

	linux_run.system_call_ticks = 800;
	side_add(&comparison, LINUX, &linux_run);
	linux_run.system_call_ticks = 400;
	side_add(&comparison, LINUX, &linux_run);
	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "entry.null_syscall");
	assert_int_equal(metric->sides[LINUX].runs, 3);
	assert_int_equal(metric->sides[LINUX].samples, 3 * SIDE_SAMPLES);
	assert_true(metric->sides[LINUX].median == 304);
	assert_around(&metric->contrast.difference, 160);
	assert_around(&metric->contrast.difference, 340);
	compare_free(&comparison);
}

/* Nine samples a side, from 50 to 58 and from 70 to 78 ns. The interval of their median is from the
 * second to the eighth. 2 of the 48620 ways to choose nine of 18 are as extreme. */
TEST(change_of_single_runs_is_ranked_by_samples)
{
	struct side_target base = side_metal(), other = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	const struct compared_metric *metric;

	other.system_call_ticks = 140;
	side_add(&comparison, BASE, &base);
	side_add(&comparison, NEW, &other);
	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "entry.null_syscall");
	assert_true(metric->contrast.difference.value == 20);
	assert_float_equal(metric->contrast.ratio.value, 74 / 54.0, 1e-12);
	assert_float_equal(metric->judgement.p * 48620, 2, 1e-9);
	assert_true(metric->judgement.delta == 1);
	assert_true(metric->sides[BASE].has_interval && metric->sides[NEW].has_interval);
	assert_true(metric->sides[BASE].low == 51 && metric->sides[BASE].high == 57);
	assert_true(metric->sides[NEW].low == 71 && metric->sides[NEW].high == 77);
	assert_true(metric->sides[BASE].min == 50 && metric->sides[BASE].max == 58);
	assert_false(metric->sides[BASE].is_constant);
	assert_true(metric->sides[BASE].is_repeatable);
	assert_int_equal(metrics_in_common(comparison.metrics, comparison.metric_count), 2);
	compare_free(&comparison);
}

/* A tick is half a nanosecond, so equal samples are known to a quarter either way. */
TEST(interval_is_no_narrower_than_the_clock)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	const struct compared_metric *metric;
	struct comparison comparison;

	metal.spread_ticks = linux_run.spread_ticks = 0;
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "entry.null_syscall");
	assert_true(metric->sides[METAL].is_constant && metric->sides[LINUX].is_constant);
	assert_float_equal(metric->contrast.difference.low, 250 - 0.25, 1e-9);
	assert_float_equal(metric->contrast.difference.high, 250 + 0.25, 1e-9);
	/* Half a nanosecond of 50, times 6. */
	assert_float_equal(metric->contrast.ratio.low, 6 - 0.03, 1e-9);
	assert_float_equal(metric->contrast.ratio.high, 6 + 0.03, 1e-9);
	compare_free(&comparison);
}

/* Runs of 100, 90 and again 100 to 116 ticks. */
TEST(side_has_the_range_of_all_its_runs)
{
	struct side_target base = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	const struct side_metric *side;

	for (size_t i = 0; i < 3; i++) {
		base.system_call_ticks = i == 1 ? 90 : 100;
		base.spread_ticks = i == 0 ? 0 : 16;
		side_add(&comparison, BASE, &base);
	}
	side_add(&comparison, NEW, &base);
	side_add(&comparison, NEW, &base);
	compare_make(&comparison, NULL);
	side = metric_of(&comparison, "entry.null_syscall")->sides;
	assert_true(side[BASE].min == 45 && side[BASE].max == 58);
	assert_true(side[BASE].medians[0] == 50 && side[BASE].medians[1] == 49 &&
		    side[BASE].medians[2] == 54 && side[BASE].median == 50);
	assert_false(side[BASE].is_constant || side[BASE].is_repeatable);
	assert_true(side[NEW].is_repeatable);
	assert_int_equal(compare_count_differing(&comparison, BASE), 1);
	assert_int_equal(compare_count_differing(&comparison, NEW), 0);
	assert_false(compare_is_single(&comparison));
	compare_free(&comparison);
}

/* ---- Counted in instructions ---- */

static struct comparison exact_pair(uint64_t second_linux_ticks)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;

	metal.manifest.time_base = linux_run.manifest.time_base = "instructions";
	metal.spread_ticks = 0;
	comparison = side_pair(&metal, &linux_run);
	linux_run.system_call_ticks = second_linux_ticks;
	side_add(&comparison, LINUX, &linux_run);
	compare_make(&comparison, NULL);
	return comparison;
}

TEST(instruction_counts_are_compared_exactly)
{
	struct comparison comparison = exact_pair(600);
	const struct compared_metric *metric = metric_of(&comparison, "entry.null_syscall");

	assert_true(metric->is_counted);
	/* Linux's samples are not one value. */
	assert_false(metric->is_exact);
	assert_string_equal(metric->sides[LINUX].unit, "instructions");
	assert_true(metric->contrast.difference.value == 508);
	assert_true(metric->contrast.ratio.value == 6.08);
	assert_true(metric->sides[LINUX].min == 600 && metric->sides[LINUX].max == 616);
	assert_int_equal(compare_count_differing(&comparison, METAL), 0);
	assert_int_equal(compare_count_differing(&comparison, LINUX), 0);
	compare_free(&comparison);
}

/* Runs of 100 and of 140 or others, in two orders. */
TEST(samples_of_all_runs_together_are_compared)
{
	static const uint64_t second[] = {140, 141};
	struct side_target target = side_metal();

	target.manifest.time_base = "instructions";
	target.has_interrupt = false;
	target.spread_ticks = 0;
	for (size_t i = 0; i < COUNT(second); i++) {
		struct comparison comparison = {.kind = COMPARE_CHANGE};

		target.system_call_ticks = 100;
		side_add(&comparison, BASE, &target);
		target.system_call_ticks = second[i];
		side_add(&comparison, NEW, &target);
		target.system_call_ticks = 140;
		side_add(&comparison, BASE, &target);
		target.system_call_ticks = 100;
		side_add(&comparison, NEW, &target);
		compare_make(&comparison, NULL);
		assert_int_equal(comparison.metrics[0].has_same_samples, second[i] == 140);
		compare_free(&comparison);
	}
}

/* 20 instructions are the timing overhead. */
TEST(cost_of_zero_has_no_ratio)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	const struct compared_metric *metric;

	metal.manifest.time_base = linux_run.manifest.time_base = "instructions";
	metal.has_timing = linux_run.has_timing = true;
	metal.spread_ticks = linux_run.spread_ticks = 0;
	metal.system_call_ticks = 20;
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "entry.null_syscall");
	assert_true(metric->is_exact && metric->contrast.difference.value == 580);
	assert_true(!metric->contrast.has_ratio && metric->contrast.ratio.value == 0);
	compare_free(&comparison);
}

TEST(runs_with_different_instruction_counts_are_found)
{
	struct comparison comparison = exact_pair(601);

	assert_int_equal(compare_count_differing(&comparison, METAL), 0);
	assert_int_equal(compare_count_differing(&comparison, LINUX), 1);
	compare_free(&comparison);
}

/* ---- The table ---- */

static void assert_narrow(char *text)
{
	char *rest;

	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		if (utf8_length(line) > TERMINAL_COLUMNS)
			fail_msg("too wide: %s", line);
	}
}

TEST(table_states_what_its_intervals_cover)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);
	const struct reasons none = {0};
	char *text;

	compare_make(&comparison, NULL);
	text = side_table(&comparison, &none);
	assert_side_has(text, "of its samples alone");
	assert_side_has(text, "  95 % CI, these boots  ");
	assert_null(strstr(text, "times  95 % CI  "));
	assert_side_has(text, "one-figure: Benchmarks with one metric, in ns\n");
	assert_side_has(text, "\n    entry.null_syscall, path syscall     54    304   5.63 ");
	assert_side_has(text, "\n    a null system call          5.63 ");
	assert_side_has(text, "\n    Linux   irq.self_ipi        1  needs a local APIC\n");
	assert_null(strstr(text, "FORCED"));
	assert_narrow(text);
	free(text);
	compare_free(&comparison);
}

TEST(instruction_table_states_whether_counts_are_repeatable)
{
	struct comparison comparison = exact_pair(600);
	const struct reasons none = {0};
	char *text = side_table(&comparison, &none);

	assert_side_has(text, "Linux: all samples of 1 metrics are the same in each of 2");
	assert_side_has(text, "  100  exact    608   6.08  ~\n");
	assert_narrow(text);
	free(text);
	compare_free(&comparison);
	comparison = exact_pair(601);
	text = side_table(&comparison, &none);
	assert_side_has(text, "Linux: 1 of 1 metrics DIFFER between 2 runs");
	assert_side_has(text, "! Samples differ between repeated runs.");
	free(text);
	compare_free(&comparison);
}

static struct comparison pair_of_pages(void)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;

	metal.manifest.time_base = linux_run.manifest.time_base = "instructions";
	metal.has_pages = linux_run.has_pages = true;
	metal.spread_ticks = linux_run.spread_ticks = 0;
	metal.differs = "";
	linux_run.differs = "it is another one";
	comparison = side_pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	return comparison;
}

/* Both are 5 000 longer. Comparable operations have a ratio too. */
TEST(only_comparable_operations_have_a_ratio)
{
	struct comparison comparison = pair_of_pages();
	const struct reasons none = {0};
	char *text;

	assert_true(overhead_has_ratio(metric_of(&comparison, "entry.null_syscall")));
	assert_true(overhead_has_ratio(metric_of(&comparison, "fault.demand_zero")));
	assert_false(overhead_has_ratio(metric_of(&comparison, "fault.not_present")));
	text = side_table(&comparison, &none);
	assert_side_has(text,
			"\n    a page of memory at its first touch             6   6000   1000 ");
	assert_side_has(text, "\n    fault.not_present action=map        1  500");
	assert_side_has(text, "\n      Linux only: look-up, allocation, clearing, accounting. "
			      "Linux also: ");
	assert_side_has(text, " page 4 KiB   1000  exact   6000  exact      6        5000\n");
	assert_side_has(text,
			" ring 3, action map    100  exact    600  exact                500\n");
	assert_narrow(text);
	free(text);
	compare_free(&comparison);
}

TEST(undeclared_operation_has_no_ratio_and_is_named)
{
	struct comparison comparison = pair_of_pages();
	const struct reasons none = {0};
	char *text = side_table(&comparison, &none);

	assert_false(overhead_has_ratio(metric_of(&comparison, "made.up")));
	assert_side_has(text,
			"    made.up: The parts of the two operations are not declared.\n");
	free(text);
	compare_free(&comparison);
}

TEST(forced_comparison_is_marked)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&metal, &linux_run);
	char reason[] = "another machine", *reasons[] = {reason};
	const struct reasons refused = {reasons, 1};
	char *text;

	compare_make(&comparison, NULL);
	text = side_table(&comparison, &refused);
	assert_side_has(text, "\n  FORCED though another machine\n");
	free(text);
	compare_free(&comparison);
}
