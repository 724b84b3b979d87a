/* SPDX-License-Identifier: MIT */
/* A row with a chart of each metric's history, followed by its steps. */
#include "tools/topic/history.h"

#include <math.h>
#include <stdlib.h>

#include "tools/stats/step_test.h"
#include "tools/table/number.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/sides.h"

/* ---- Facts ---- */

static size_t count_stepped(const struct history *history)
{
	size_t stepped = 0;

	for (size_t i = 0; i < history->count; i++)
		stepped += history->timelines[i].change_count > 0;
	return stepped;
}

static void history_add_test(struct table *facts, const struct history *history)
{
	size_t runs = history->entry_count, needed;

	if (history->is_counted) {
		table_fact(facts, "test",
			   "instruction counts that are constant within a run are exact: any "
			   "difference between two runs is a change");
		return;
	}
	needed = step_test_needed(history->level);
	table_fact(facts, "test",
		   "the largest step of the runs' medians against permutations that keep the "
		   "autocorrelation of neighbouring runs; p of %.2g or less (%g for all %zu "
		   "metrics together)",
		   history->level, HISTORY_FALSE_ALARMS, history->count);
	if (runs < needed)
		table_fact(
			facts, "caution",
			"too few runs to distinguish a change of %zu metrics from chance. Use "
			"%zu runs, or fewer metrics (--bench)",
			history->count, needed)
			->is_bad = true;
}

static void history_add_facts(struct tables *tables, const struct history *history)
{
	const struct compared_runs *runs = &history->comparison->sides[BASE];
	const struct compared_run *first = &runs->items[0], *last = &runs->items[runs->count - 1];
	struct table *facts = table_begin_facts(tables, "", "about", "");
	bool is_first = true;

	sides_forced(facts, history->refused);
	sides_machine(facts, first->result);
	table_fact(facts, "runs", "%zu, from %s to %s", runs->count, first->path, last->path);
	if (history->entry_count < runs->count)
		table_fact(facts, "entries", "%zu: runs of one group of layouts count as one, "
			   "their median", history->entry_count);
	for (size_t i = 0; history->left_out != NULL && i < history->left_out->count; i++)
		table_fact(facts, i == 0 ? "left out" : "", "%s", history->left_out->texts[i]);
	/* Where the machine itself was changed, with or without a step of a metric. */
	for (size_t i = 1; i < runs->count; i++) {
		char *update = history_describe_update(&runs->items[i - 1], &runs->items[i]);

		if (update != NULL)
			table_fact(facts, is_first ? "machine changed" : "", "at %s: %s",
				   runs->items[i].path, update);
		is_first &= update == NULL;
		free(update);
	}
	sides_time_base(facts, first->analysis->time_base);
	history_add_test(facts, history);
}

/* ---- Metrics ---- */

static const struct column history_columns[] = {
	{"medians", COLUMN_CURVE, 0, "run by run", NULL},
	{"median", COLUMN_QUANTITY, 0, NULL, NULL},
	{"trend", COLUMN_CHANGE, 0, "from first to last", NULL},
	{"trend_a_run", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
	{"steps", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
};

/* A history while it is converted to tables. */
struct history_view {
	const struct history *history;
	const char *const *names; /* of its runs */
};

static const struct compared_run *run_of(const struct history *history, size_t entry)
{
	return &history->comparison->sides[BASE].items[history->entries[entry].first];
}

/* Differences from the previous entry, ", build 0123456789ab"; "" if none is known. */
static const char *new_properties(struct tables *tables, const struct compared_run *before,
				  const struct compared_run *run)
{
	char *what = history_describe_difference(before, run);
	const char *text = tables_text(tables, "%s%s", what[0] != '\0' ? ", " : "", what);

	free(what);
	return text;
}

/* "+5.0 %"; "" if the value before was 0. */
static const char *step_change(struct tables *tables, const struct change_point *step)
{
	char change[NUMBER_TEXT_MAX];

	if (step->before <= 0)
		return "";
	return tables_text(tables, "%s",
			   number_change_text(change_part(step->before, step->after), change));
}

/* "from 50 to 52.5 ns (+5.0 %) at results/x, build 0123456789ab; from …". */
static const char *steps_text(struct tables *tables, const struct history *history,
			      const struct timeline *timeline)
{
	char before[NUMBER_TEXT_MAX], after[NUMBER_TEXT_MAX];
	const char *text = NULL;

	for (size_t i = 0; i < timeline->change_count; i++) {
		const struct change_point *step = &timeline->changes[i];
		const struct compared_run *run = run_of(history, timeline->entries[step->first]);
		const struct compared_run *last = run_of(history,
							 timeline->entries[step->first - 1]);
		const char *change = step_change(tables, step), *part = "";

		if (change[0] != '\0')
			part = tables_text(tables, " (%s)", change);
		text = tables_text(tables, "%s%sfrom %s to %s %s%s at %s%s",
				   text != NULL ? text : "", text != NULL ? "; " : "",
				   number_text(step->before, before),
				   number_text(step->after, after),
				   timeline->metric->sides[BASE].unit, part, run->path,
				   new_properties(tables, last, run));
	}
	return text;
}

/* The names of all entries, such as "run 3, results/x, build 0123456789ab". */
static const char *const *history_name_runs(struct tables *tables, const struct history *history)
{
	const char **names = tables_allocate(tables, history->entry_count, sizeof(*names));

	for (size_t i = 0; i < history->entry_count; i++) {
		const struct compared_run *run = run_of(history, i);

		names[i] = tables_text(tables, "run %zu, %s%s", i, run->path,
				       new_properties(tables, i > 0 ? run_of(history, i - 1) : NULL,
						      run));
	}
	return names;
}

static void history_fill(const void *context, struct table *table, struct row *row,
			 const struct compared_metric *metric)
{
	const struct history_view *view = context;
	const struct history *history = view->history;
	const struct timeline *timeline =
		&history->timelines[metric - history->comparison->metrics];
	struct curve_step *steps;

	row->is_detail = timeline->change_count == 0;
	row->remark = steps_text(table->of, history, timeline);
	steps = tables_allocate(table->of, timeline->change_count, sizeof(*steps));
	for (size_t i = 0; i < timeline->change_count; i++)
		steps[i] = (struct curve_step){
			.at = timeline->entries[timeline->changes[i].first],
			.before = timeline->changes[i].before,
			.after = timeline->changes[i].after,
			.name = step_change(table->of, &timeline->changes[i]),
		};
	cell_stepped_curve(table_at(table, "medians"), &(struct cell_curve){
							       .values = timeline->medians,
							       .count = view->history->entry_count,
							       .steps = steps,
							       .step_count = timeline->change_count,
							       .names = view->names,
						       });
	cell_quantity(table_at(table, "median"),
		      &(struct quantity){.value = metric->sides[BASE].median});
	cell_number(table_at(table, "trend"), timeline->count > 0 ? timeline->trend_part : NAN);
	cell_number(table_at(table, "trend_a_run"), timeline->slope_part);
	cell_count(table_at(table, "steps"), timeline->change_count);
}

/* ---- For programs ---- */

static void history_add_steps(struct tables *tables, const struct history *history)
{
	static const struct column columns[] = {
		{"figure", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"run", COLUMN_COUNT, 0, NULL, NULL},
		{"before", COLUMN_QUANTITY, 0, NULL, NULL},
		{"after", COLUMN_QUANTITY, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, NULL, NULL},
		{"p", COLUMN_NUMBER, 0, NULL, NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"point", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = table_begin(tables, "Comparison", "steps",
					  "Steps, with the number of the first run after each",
					  columns, sizeof(columns) / sizeof(columns[0]));

	table->flags = TABLE_DETAIL;
	for (size_t i = 0; i < history->count; i++) {
		const struct timeline *timeline = &history->timelines[i];
		const struct compared_metric *metric = timeline->metric;

		for (size_t j = 0; j < timeline->change_count; j++) {
			const struct change_point *step = &timeline->changes[j];

			table_row(table);
			cell_string(table_at(table, "figure"), metric_label(tables, metric));
			cell_count(table_at(table, "run"), timeline->entries[step->first]);
			cell_quantity(table_at(table, "before"),
				      &(struct quantity){.value = step->before});
			cell_quantity(table_at(table, "after"),
				      &(struct quantity){.value = step->after});
			cell_string(table_at(table, "unit"), metric->sides[BASE].unit);
			cell_number(table_at(table, "p"), step->p);
			cell_string(table_at(table, "benchmark"), metric->bench);
			cell_string(table_at(table, "point"), metric->point);
			cell_string(table_at(table, "stage"), metric->stage);
		}
	}
}

static void history_add_runs(struct tables *tables, const struct history *history)
{
	static const struct column columns[] = {
		{"run", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"build", COLUMN_TEXT, 0, NULL, NULL},
		{"path", COLUMN_TEXT, 0, NULL, NULL},
		{"made", COLUMN_TEXT, 0, NULL, NULL},
		{"machine", COLUMN_TEXT, 0, NULL, NULL},
		{"microcode", COLUMN_TEXT, 0, NULL, NULL},
		{"firmware", COLUMN_TEXT, 0, NULL, NULL},
	};
	const struct compared_runs *runs = &history->comparison->sides[BASE];
	struct table *table = table_begin(tables, "Comparison", "runs", "Runs in order", columns,
					  sizeof(columns) / sizeof(columns[0]));

	table->flags = TABLE_DETAIL;
	for (size_t i = 0; i < history->entry_count; i++) {
		const struct history_entry *entry = &history->entries[i];

		for (size_t j = entry->first; j < entry->first + entry->count; j++) {
			const struct identity *identity;

			table_row(table);
			cell_count(table_at(table, "run"), i);
			cell_string(table_at(table, "build"), history_build(&runs->items[j]));
			cell_string(table_at(table, "path"), runs->items[j].path);
			identity = runs->items[j].analysis->identity;
			cell_string(table_at(table, "made"),
				    identity->made != NULL ? identity->made : "");
			cell_string(table_at(table, "machine"),
				    identity->id != NULL ? identity->id : "");
			cell_string(table_at(table, "microcode"),
				    identity->microcode != NULL ? identity->microcode : "");
			cell_string(table_at(table, "firmware"),
				    identity->firmware != NULL ? identity->firmware : "");
		}
	}
}

static void history_add_counts(struct tables *tables, const struct history *history)
{
	static const struct column columns[] = {
		{"figures", COLUMN_COUNT, 0, NULL, NULL},
		{"stepped", COLUMN_COUNT, 0, NULL, NULL},
		{"level", COLUMN_NUMBER, 0, "max p of a step", NULL},
	};
	struct table *table = table_begin(tables, "Comparison", "changes",
					  "Steps and their criteria", columns, 3);

	table->flags = TABLE_DETAIL;
	table_row(table);
	cell_count(table_at(table, "figures"), history->count);
	cell_count(table_at(table, "stepped"), count_stepped(history));
	cell_number(table_at(table, "level"), history->is_counted ? 0 : history->level);
}

void topic_history(struct tables *tables, const struct history *history)
{
	const struct history_view context = {history, history_name_runs(tables, history)};
	const struct metric_view view = {
		.section = MEDIANS_SECTION,
		.prefix = "",
		.flags = TABLE_WHOLE | TABLE_CURVES,
		.columns = history_columns,
		.column_count = sizeof(history_columns) / sizeof(history_columns[0]),
		.fill = history_fill,
		.context = &context,
	};

	tables->title = tables_text(tables,
				    "Bareline, the history of a machine: %zu of %zu "
				    "metrics changed",
				    count_stepped(history), history->count);
	sides_complete_title(tables, history->comparison);
	history_add_facts(tables, history);
	metric_tables_add(tables, history->comparison, &view);
	history_add_counts(tables, history);
	history_add_steps(tables, history);
	history_add_runs(tables, history);
	sides_add_records(tables, history->comparison);
}

/* ---- Steps ---- */

static double step_size(const struct change_point *step)
{
	return step->before > 0 ? fabs(change_part(step->before, step->after)) : INFINITY;
}

/* The largest step of a metric that has any. */
static const struct change_point *past_largest(const struct timeline *timeline)
{
	const struct change_point *largest = &timeline->changes[0];

	for (size_t i = 1; i < timeline->change_count; i++) {
		if (step_size(&timeline->changes[i]) > step_size(largest))
			largest = &timeline->changes[i];
	}
	return largest;
}

static int compare_pasts(const void *a, const void *b)
{
	double first = step_size(past_largest(*(const struct timeline *const *)a));
	double second = step_size(past_largest(*(const struct timeline *const *)b));

	return (first < second) - (first > second);
}

/* "made.one: 501 ns → 526 ns, at 17". */
static const char *history_largest(struct tables *tables, const struct timeline *timeline)
{
	const struct change_point *step = past_largest(timeline);
	const char *unit = timeline->metric->sides[BASE].unit;
	char before[NUMBER_TEXT_MAX], after[NUMBER_TEXT_MAX];

	return tables_text(tables, "%s: %s → %s, from entry %zu on",
			   metric_label(tables, timeline->metric),
			   number_label_text(step->before, unit, before),
			   number_unit_text(step->after, unit, after),
			   timeline->entries[step->first] + 1);
}

/* The metrics with steps come first in timelines. */
static void history_set_verdict(struct tables *tables, const struct history *history,
				const struct timeline *const *timelines, size_t count)
{
	size_t needed = history->is_counted ? 0 : step_test_needed(history->level);
	bool is_short = history->entry_count < needed;

	tables->verdict = (struct overall_verdict){
		count > 0 || is_short ? TABLE_UNKNOWN : TABLE_GOOD,
		count > 0 ? tables_text(tables, "%zu of %zu metrics changed", count, history->count)
		: is_short ? "Too few runs"
			   : "No step",
		count > 0 ? tables_text(tables, "The largest step: %s.",
					history_largest(tables, timelines[0]))
			  : tables_text(tables, "None of %zu metrics has a step.", history->count),
	};
	tables->title_has_verdict = true;
	tables_add_check(tables, is_short ? TABLE_UNKNOWN : TABLE_GOOD, NULL,
			 tables_text(tables, "%zu entries", history->entry_count),
			 is_short ? tables_text(tables, "%zu are needed to find a step", needed)
				  : "");
	tables_add_check(tables, TABLE_GOOD, NULL,
			 history->is_counted
				 ? "Exact: instructions have no noise"
				 : tables_text(tables, "p of %.2g or less", history->level),
			 history->is_counted ? "" : "corrected for all metrics");
	if (history->refused->count > 0)
		tables_add_check(tables, TABLE_BAD, NULL, "Runs not comparable, but forced",
				 history->refused->texts[0]);
}

void topic_history_changed(struct tables *tables, const struct history *history)
{
	static const struct column columns[] = {
		{"figure", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"medians", COLUMN_CURVE, 0, "run by run", NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, NULL},
		{"trend", COLUMN_CHANGE, 0, "from first to last", NULL},
		{"trend_a_run", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"steps", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"unit", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	const struct history_view view = {history, history_name_runs(tables, history)};
	const struct timeline **timelines = tables_allocate(tables, history->count,
							    sizeof(*timelines));
	struct table *table;
	size_t count = 0;

	for (size_t i = 0; i < history->count; i++) {
		if (history->timelines[i].change_count > 0)
			timelines[count++] = &history->timelines[i];
	}
	qsort(timelines, count, sizeof(timelines[0]), compare_pasts);
	history_set_verdict(tables, history, timelines, count);
	table = table_begin(tables, "Changes", "changed",
			    "Metrics with steps, largest change first", columns,
			    COUNT(columns));
	table->flags = TABLE_CURVES;
	for (size_t i = 0; i < count; i++) {
		struct row *row = table_row(table);

		cell_string(table_at(table, "figure"), metric_label(tables, timelines[i]->metric));
		history_fill(&view, table, row, timelines[i]->metric);
		cell_string(table_at(table, "unit"), timelines[i]->metric->sides[BASE].unit);
	}
}
