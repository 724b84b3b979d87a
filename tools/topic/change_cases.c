/* SPDX-License-Identifier: MIT */
/* A comparison as test cases: a change fails as one case, named by the operation that changed most,
 * and each other operation is a case of its own. */
#include <math.h>

#include "tools/table/number.h"
#include "tools/topic/change.h"
#include "tools/topic/changed_operations.h"
#include "tools/topic/metric_tables.h"

static void cases_add_side(struct table *table, const struct compared_metric *metric,
			   enum side side)
{
	const struct quantity median = {.value = metric->sides[side].median};

	if (metric_in_own_unit(metric, side))
		cell_quantity(table, &median);
	else
		cell_none(table);
}

/* "+28 instructions in 9 operations". */
static const char *cases_headline(struct tables *tables, const struct comparison *comparison,
				  const struct changed_operation *operation)
{
	const struct compared_metric *whole = operation->whole;
	double difference = whole->contrast.difference.value;
	char text[NUMBER_TEXT_MAX];

	if (!metric_is_common(whole))
		return change_name(whole->judgement.change);
	number_unit_text(difference, metric_unit(whole), text);
	if (operation->followers == 0)
		return tables_text(tables, "%s%s in %s", difference > 0 ? "+" : "", text,
				   metric_short_label(tables, comparison, whole));
	return tables_text(tables, "%s%s in %zu operations", difference > 0 ? "+" : "", text,
			   operation->followers + 1);
}

/* The line of the metric in the baseline's file. */
static void cases_add_place(struct table *table, const struct change_report *change,
			    const struct compared_metric *metric)
{
	const struct compared_run *base = &change->comparison->sides[BASE].items[0];
	const struct baseline_line *line;

	if (base->baseline == NULL)
		return;
	line = baseline_find_metric(base->baseline, metric->bench, metric->point,
				    metric->first_stage, metric->is_cold ? COLD_STAGE : "warm");
	cell_string(table_at(table, "file"), base->path);
	if (line != NULL)
		cell_count(table_at(table, "line"), line->number);
}

/* One failed case. */
static void cases_add_run(struct tables *tables, int status)
{
	static const struct column columns[] = {
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"exit_status", COLUMN_COUNT, 0, NULL, NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
	};
	struct table *table = table_begin(tables, "", "run", "The run", columns, COUNT(columns));

	table_row(table)->is_bad = true;
	cell_string(table_at(table, "what"), "as a whole");
	cell_count(table_at(table, "exit_status"), (uint64_t)status);
	cell_verdict(table_at(table, "verdict"), TABLE_BAD, "failed");
}

void topic_change_refused(struct tables *tables, const struct reasons *refused, int run_status)
{
	static const struct column columns[] = {
		{"condition", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
	};
	struct table *table;

	if (run_status != 0)
		cases_add_run(tables, run_status);
	table = table_begin(tables, "", "conditions", "Different conditions", columns,
			    COUNT(columns));
	for (size_t i = 0; i < refused->count; i++) {
		table_row(table)->is_bad = true;
		cell_text(table_at(table, "condition"), "%s", refused->texts[i]);
		cell_verdict(table_at(table, "verdict"), TABLE_BAD, "different condition");
	}
}

void topic_change_cases(struct tables *tables, const struct change_report *change)
{
	static const struct column columns[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"base", COLUMN_QUANTITY, 0, NULL, NULL},
		{"new", COLUMN_QUANTITY, 0, NULL, NULL},
		{"change", COLUMN_CHANGE, 0, NULL, NULL},
		{"stages", COLUMN_TEXT, 0, "by stage", NULL},
		{"alike", COLUMN_TEXT, 0, "changed alike", NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"headline", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"file", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"line", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	struct changed_operations operations;
	struct table *table;

	changed_operations_find(tables, change->comparison, &operations);
	change_add_verdict(tables, change, &operations);
	change_add_facts(tables, change, COMPARISON_SECTION);
	if (change->run_status != 0)
		cases_add_run(tables, change->run_status);
	table = table_begin(tables, OPERATIONS_SECTION, CHANGES_TABLE, "Operations", columns,
			    COUNT(columns));
	for (size_t i = 0; i < operations.count; i++) {
		if (!operations.items[i].is_follower) {
			const struct changed_operation *operation = &operations.items[i];
			const struct compared_metric *whole = operation->whole;
			const struct comparison *comparison = change->comparison;
			struct row *row = table_row(table);
			bool has_ratio = metric_is_common(whole) && whole->contrast.has_ratio;

			cell_string(table_at(table, "operation"),
				    review_change_label(table->of, comparison, operation));
			cases_add_side(table_at(table, "base"), whole, BASE);
			cases_add_side(table_at(table, "new"), whole, NEW);
			cell_number(table_at(table, "change"),
				    has_ratio ? whole->contrast.ratio.value - 1 : NAN);
			cell_string_or_none(table_at(table, "stages"),
					    review_stages(table->of, operation));
			cell_string_or_none(table_at(table, "alike"),
					    review_alike(table->of, comparison, operation));
			change_verdict_cell(table, change, whole);
			cell_string(table_at(table, "unit"), metric_unit(whole));
			cell_string(table_at(table, "headline"),
				    cases_headline(table->of, comparison, operation));
			cases_add_place(table, change, whole);
			row->remark = change_remark(table->of, change, whole);
		}
	}
}
