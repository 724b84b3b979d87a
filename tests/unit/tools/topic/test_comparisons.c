/* SPDX-License-Identifier: MIT */
/* Tables of changes and histories, from logs of a made-up machine on which one self-test takes
 * twice as long. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/sample_log.h"
#include "tools/topic/change.h"
#include "tools/topic/history.h"

#define CHANGED_BENCH "selftest.mul_chain"

static const struct reasons none;

/* ---- Made-up runs ---- */

static void slow_down(const struct result *result)
{
	const struct bench *bench = result_bench(result, CHANGED_BENCH);

	assert_non_null(bench);
	for (size_t i = 0; i < bench->series_count; i++) {
		const struct sample_set *samples = &bench->series[i].warm;

		for (size_t j = 0; j < samples->count; j++)
			((uint64_t *)samples->values)[j] *= 2;
	}
}

static struct compared_run *add_run(struct comparison *comparison, enum side side,
				    const char *time_base, const char *path, size_t cut)
{
	const struct sample_log_options options = {.time_base = time_base, .short_curve = true};
	struct compared_runs *runs = &comparison->sides[side];
	struct sample_log log = sample_log_make(&options);
	struct compared_run *run;

	runs->items = reallocarray(runs->items, runs->count + 1, sizeof(*runs->items));
	assert_non_null(runs->items);
	run = &runs->items[runs->count++];
	*run = (struct compared_run){0};
	run->path = strdup(path);
	run->result = sample_log_load(log.text, log.length / cut);
	free(log.text);
	return run;
}

static void add_run_of(struct comparison *comparison, enum side side, const char *time_base,
		       bool is_slow)
{
	struct compared_run *run = add_run(comparison, side, time_base,
					   is_slow ? "slow.log" : "fast.log", 1);

	if (is_slow)
		slow_down(run->result);
	run->analysis = analysis_new(run->result);
}

static struct comparison pair_of(const char *time_base, bool is_slow)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};

	add_run_of(&comparison, BASE, time_base, false);
	add_run_of(&comparison, NEW, time_base, is_slow);
	return comparison;
}

static void make_change(struct comparison *comparison, struct judging *judging,
			struct tables *tables)
{
	const struct change_report change = {.comparison = comparison, .judging = judging,
						  .refused = &none, .notes = &none};

	compare_make(comparison, &(struct patterns){0});
	judge_comparison(comparison, judging);
	tables_init(tables, "");
	topic_change(tables, &change);
}

/* The table's row with this text in the column. The test fails if there is none. */
static size_t row_of(const struct table *table, const char *column, const char *text)
{
	size_t place;

	assert_non_null(table);
	place = table_column(table, column);
	assert_true(place < table->column_count);
	for (size_t i = 0; i < table->row_count; i++) {
		const struct cell *cell = table_cell(table, i, place);

		if (cell->has_value && strcmp(cell->text, text) == 0)
			return i;
	}
	fail_msg("no %s %s in %s", column, text, table->name);
	return 0;
}

static const struct cell *cell_of(const struct table *table, size_t row, const char *column)
{
	return table_cell(table, row, table_column(table, column));
}

static size_t count_rows_shown(const struct table *table)
{
	size_t shown = 0;

	for (size_t i = 0; i < table->row_count; i++)
		shown += !table->rows[i].is_detail;
	return shown;
}

/* Number of metrics in all tables except details. */
static size_t count_shown(const struct tables *tables)
{
	size_t shown = 0;

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];
		bool is_of_metrics = table_column(table, "benchmark") < table->column_count;

		if (is_of_metrics && (table->flags & TABLE_DETAIL) == 0)
			shown += count_rows_shown(table);
	}
	return shown;
}

/* ---- A change ---- */

TEST(equal_sides_show_no_metric)
{
	struct comparison comparison = pair_of("instructions", false);
	struct judging judging = {0};
	struct tables tables;

	make_change(&comparison, &judging, &tables);
	assert_non_null(strstr(tables.title, ": 0 regressed, 0 improved, "));
	assert_int_equal(count_shown(&tables), 0);
	tables_free(&tables);
	compare_free(&comparison);
}

TEST(only_a_regressed_exact_metric_is_shown)
{
	struct comparison comparison = pair_of("instructions", true);
	struct judging judging = {0};
	const struct table *table;
	struct tables tables;
	size_t row;

	make_change(&comparison, &judging, &tables);
	assert_int_equal(judging.changes[CHANGE_REGRESSED], 1);
	assert_int_equal(count_shown(&tables), 1);
	table = tables_find(&tables, "one-figure");
	row = row_of(table, "benchmark", CHANGED_BENCH);
	assert_true(table->rows[row].is_bad);
	assert_string_equal(cell_of(table, row, "verdict")->text, "regressed");
	assert_int_equal(cell_of(table, row, "verdict")->verdict, TABLE_BAD);
	assert_int_equal(cell_of(table, row, "base")->quantity->interval, INTERVAL_EXACT);
	assert_false(cell_of(table, row, "p")->has_value);
	assert_true(cell_of(table, row, "ratio")->number > 1.1);
	assert_int_equal(table_cell(tables_find(&tables, "changes"), 0, 0)->count, 1);
	tables_free(&tables);
	compare_free(&comparison);
}

/* The metric's samples vary in both runs, and differ between them. */
static void set_varying_samples(const struct result *result, uint64_t more)
{
	const struct sample_set *samples = &result_bench(result, CHANGED_BENCH)->series[0].warm;

	for (size_t i = 0; i < samples->count; i++)
		((uint64_t *)samples->values)[i] += i % 2 == 0 ? more : 0;
}

/* Two runs per side that differ between memory layouts. */
TEST(equal_samples_on_both_sides_are_not_unstable)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct judging judging = {0};
	struct tables tables;

	for (int i = 0; i < 4; i++) {
		struct compared_run *run = add_run(&comparison, i < 2 ? BASE : NEW, "instructions",
						   "x.log", 1);

		set_varying_samples(run->result, i % 2 == 0 ? 300 : 700);
		run->analysis = analysis_new(run->result);
	}
	make_change(&comparison, &judging, &tables);
	assert_int_equal(judging.changes[CHANGE_UNSTABLE], 0);
	tables_free(&tables);
	compare_free(&comparison);
}

TEST(varying_instruction_counts_are_not_exact_and_have_no_verdict)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct judging judging = {0};
	const struct table *table;
	struct tables tables;
	size_t row;

	for (enum side side = BASE; side < SIDES; side++) {
		struct compared_run *run = add_run(&comparison, side, "instructions", "x.log", 1);

		set_varying_samples(run->result, side == BASE ? 300 : 700);
		run->analysis = analysis_new(run->result);
	}
	make_change(&comparison, &judging, &tables);
	assert_int_equal(judging.changes[CHANGE_REGRESSED], 0);
	assert_int_equal(judging.changes[CHANGE_UNSTABLE], 1);
	assert_true(judge_is_conclusive(&comparison, &judging));
	table = tables_find(&tables, "one-figure");
	row = row_of(table, "benchmark", CHANGED_BENCH);
	assert_string_equal(cell_of(table, row, "verdict")->text, "unstable");
	assert_int_equal(cell_of(table, row, "verdict")->verdict, TABLE_UNKNOWN);
	assert_int_not_equal(cell_of(table, row, "base")->quantity->interval, INTERVAL_EXACT);
	assert_true(cell_of(table, row, "base")->quantity->is_estimated);
	table = tables_find(&tables, "about");
	row_of(table, "what", "caution");
	tables_free(&tables);
	compare_free(&comparison);
}

TEST(equal_sets_of_varying_instruction_counts_are_unchanged)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct judging judging = {0};
	struct tables tables;

	for (enum side side = BASE; side < SIDES; side++) {
		struct compared_run *run = add_run(&comparison, side, "instructions", "x.log", 1);

		set_varying_samples(run->result, 300);
		run->analysis = analysis_new(run->result);
	}
	make_change(&comparison, &judging, &tables);
	assert_int_equal(judging.changes[CHANGE_UNSTABLE], 0);
	assert_int_equal(count_shown(&tables), 0);
	tables_free(&tables);
	compare_free(&comparison);
}

/* With one run per side, any difference between two boots is found. */
TEST(verdict_from_one_run_per_side_has_a_warning)
{
	struct comparison comparison = pair_of("real", true);
	struct judging judging = {.threshold_part = JUDGE_THRESHOLD_PART};
	const struct table *table;
	struct tables tables;
	size_t row;

	make_change(&comparison, &judging, &tables);
	assert_non_null(strstr(tables.title, "new against base: one run a side cannot show a "
					     "change; "));
	assert_non_null(strstr(tables.title, " a side could (run --runs "));
	assert_non_null(strstr(tables.title, " metrics differ"));
	table = tables_find(&tables, "one-figure");
	row = row_of(table, "benchmark", CHANGED_BENCH);
	assert_string_equal(cell_of(table, row, "verdict")->text, "differs");
	assert_int_equal(cell_of(table, row, "verdict")->verdict, TABLE_UNKNOWN);
	assert_false(table->rows[row].is_bad);
	table = tables_find(&tables, "about");
	row_of(table, "what", "caution");
	tables_free(&tables);
	compare_free(&comparison);
}

TEST(metric_missing_on_the_new_side_fails_with_its_reason)
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct judging judging = {0};
	const struct table *table;
	struct compared_run *run;
	struct tables tables;

	add_run_of(&comparison, BASE, "instructions", false);
	run = add_run(&comparison, NEW, "instructions", "cut.log", 2);
	run->analysis = analysis_new(run->result);
	make_change(&comparison, &judging, &tables);
	assert_true(judging.changes[CHANGE_MISSING] > 0);
	assert_non_null(strstr(tables.title, " missing, 0 regressed, "));
	assert_non_null(strstr(tables.title, "cut.log: INCOMPLETE: no end marker"));
	table = tables_find(&tables, "one-sided");
	assert_string_equal(table_cell(table, 0, 0)->text, "new");
	assert_string_equal(cell_of(table, 0, "why")->text, "the run is incomplete");
	table = tables_find(&tables, cell_of(table, 0, "benchmark")->text);
	assert_non_null(table);
	assert_string_equal(table->rows[table->row_count - 1].remark, "new: the run is incomplete");
	assert_true(table->rows[table->row_count - 1].is_bad);
	assert_false(table->rows[table->row_count - 1].is_detail);
	assert_int_equal(cell_of(table, table->row_count - 1, "verdict")->verdict, TABLE_BAD);
	assert_false(cell_of(table, table->row_count - 1, "new")->has_value);
	tables_free(&tables);
	compare_free(&comparison);
}

/* ---- A history ---- */

TEST(step_is_reported_below_its_curve_and_in_exports)
{
	struct comparison comparison = {.kind = COMPARE_HISTORY};
	struct history history;
	const struct table *table;
	struct tables tables;
	size_t row;

	for (int run = 0; run < 4; run++)
		add_run_of(&comparison, BASE, "instructions", run >= 3);
	compare_make(&comparison, &(struct patterns){0});
	history_make(&comparison, &none, &history);
	tables_init(&tables, "");
	topic_history(&tables, &history);
	assert_non_null(strstr(tables.title, ": 1 of "));
	assert_int_equal(count_shown(&tables), 1);
	table = tables_find(&tables, "one-figure");
	row = row_of(table, "benchmark", CHANGED_BENCH);
	assert_non_null(strstr(table->rows[row].remark, " at slow.log, build "));
	assert_int_equal(cell_of(table, row, "medians")->curve->count, 4);
	assert_int_equal(cell_of(table, row, "medians")->curve->step_count, 1);
	assert_int_equal(cell_of(table, row, "medians")->curve->steps[0].at, 3);
	assert_int_equal(cell_of(table, row, "medians")->curve->steps[0].name[0], '+');
	table = tables_find(&tables, "steps");
	assert_int_equal(table->row_count, 1);
	assert_int_equal(cell_of(table, 0, "run")->count, 3);
	assert_string_equal(cell_of(table, 0, "benchmark")->text, CHANGED_BENCH);
	tables_free(&tables);
	history_free(&history);
	compare_free(&comparison);
}
