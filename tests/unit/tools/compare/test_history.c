/* SPDX-License-Identifier: MIT */
/* Histories of one metric with known levels. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tools/compare/history.h"

/* Add a run with this path and system call. */
static void add(struct comparison *comparison, const char *time_base, const char *path,
		uint64_t ticks)
{
	struct side_target target = side_metal();
	struct compared_run *run;

	target.manifest.time_base = time_base;
	target.has_interrupt = false;
	target.system_call_ticks = ticks;
	target.spread_ticks = 0;
	side_add(comparison, BASE, &target);
	run = &comparison->sides[BASE].items[comparison->sides[BASE].count - 1];
	free(run->path);
	run->path = strdup(path);
}

static void make(struct comparison *comparison, struct history *history)
{
	static const struct reasons none = {0};

	compare_make(comparison, NULL);
	history_make(comparison, &none, history);
	assert_int_equal(history->count, 1);
	assert_true(history->level == HISTORY_FALSE_ALARMS);
}

TEST(counts_of_a_history_change_at_every_difference)
{
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	const struct timeline *line;
	struct history history;

	add(&comparison, "instructions", "1", 100);
	add(&comparison, "instructions", "2", 100);
	add(&comparison, "instructions", "3", 0);       /* lacks the metric */
	add(&comparison, "instructions", "4", 150);
	add(&comparison, "instructions", "5", 150);
	make(&comparison, &history);
	assert_true(history.is_counted && history.entry_count == 5);
	line = &history.timelines[0];
	assert_true(line->is_exact && line->count == 4);
	assert_true(isnan(line->medians[2]) && line->medians[3] == 150);
	assert_true(line->entries[1] == 1 && line->entries[2] == 3);
	assert_int_equal(line->change_count, 1);
	assert_int_equal(line->changes[0].first, 2);
	/* Slopes of pairs of the four values: 0, 0, 50/3, 25, 25, 50; the median is 125. */
	assert_float_equal(line->slope_part, (50 / 3.0 + 25) / 2 / 125, 1e-12);
	assert_float_equal(line->trend_part, 0.5, 1e-12);
	history_free(&history);
	compare_free(&comparison);
}

/* Three metrics; and none. */
TEST(significance_level_is_divided_by_the_number_of_metrics)
{
	static const struct reasons none = {0};
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	struct side_target target = side_metal();
	struct history history;

	target.has_timing = true;
	side_add(&comparison, BASE, &target);
	compare_make(&comparison, NULL);
	history_make(&comparison, &none, &history);
	assert_int_equal(history.count, 3);
	assert_float_equal(history.level, HISTORY_FALSE_ALARMS / 3, 1e-12);
	history_free(&history);
	comparison.metric_count = 0;
	history_make(&comparison, &none, &history);
	assert_true(history.count == 0 && history.level == 0);
	history_free(&history);
	comparison.metric_count = 3;
	compare_free(&comparison);
}

/* Too few for a step; in nanoseconds, of two ticks each. */
TEST(drift_without_a_step_is_a_line_through_the_median)
{
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	const struct timeline *line;
	struct history history;

	for (uint64_t i = 0; i < 6; i++)
		add(&comparison, "real", "run", 200 + 4 * i);
	make(&comparison, &history);
	assert_false(history.is_counted);
	line = &history.timelines[0];
	assert_true(!line->is_exact && line->change_count == 0);
	assert_true(line->values[0] == 100 && line->values[5] == 110);
	assert_float_equal(line->slope_part, 2 / 105.0, 1e-12);
	assert_float_equal(line->trend_part, 0.1, 1e-12);
	history_free(&history);
	compare_free(&comparison);
}

TEST(consecutive_layouts_of_one_directory_are_one_entry)
{
	static const struct {
		const char *path;
		uint64_t count;
	} runs[] = {{"a/layout-1", 100}, {"a/layout-2", 140}, {"a/layout-3", 110},
		    {"b/layout-1", 100}, {"layout-1", 100}, {"b/other", 100},
		    {"ab/layout-1", 100}, {"b/layout-2", 100}};
	static const struct history_entry expected[] = {{0, 3}, {3, 1}, {4, 1}, {5, 1}, {6, 1},
							{7, 1}};
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	struct history history;

	for (size_t i = 0; i < COUNT(runs); i++)
		add(&comparison, "instructions", runs[i].path, runs[i].count);
	make(&comparison, &history);
	assert_int_equal(history.entry_count, COUNT(expected));
	for (size_t i = 0; i < COUNT(expected); i++) {
		assert_int_equal(history.entries[i].first, expected[i].first);
		assert_int_equal(history.entries[i].count, expected[i].count);
	}
	assert_true(history.timelines[0].medians[0] == 110);
	assert_false(history.timelines[0].is_exact);
	history_free(&history);
	compare_free(&comparison);
}

TEST(runs_unlike_the_last_one_are_left_out_with_their_reasons)
{
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	struct side_target target = side_metal();
	struct reasons left_out = {0};

	target.cpu.model++;
	side_add(&comparison, BASE, &target);
	side_add(&comparison, BASE, &target);
	add(&comparison, "real", "good-1", 100);
	add(&comparison, "instructions", "counted", 100);
	add(&comparison, "real", "good-2", 100);
	history_exclude_others(&comparison, &left_out);
	assert_int_equal(comparison.sides[BASE].count, 2);
	assert_string_equal(comparison.sides[BASE].items[0].path, "good-1");
	assert_string_equal(comparison.sides[BASE].items[1].path, "good-2");
	assert_int_equal(left_out.count, 2);
	assert_non_null(strstr(left_out.texts[0], "2 runs: "));
	assert_non_null(strstr(left_out.texts[1], "1 run: "));
	assert_null(strstr(left_out.texts[1], "counted"));
	reasons_free(&left_out);
	compare_free(&comparison);
}
