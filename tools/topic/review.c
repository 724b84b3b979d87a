/* SPDX-License-Identifier: MIT */
/* A comparison for readers: the verdict, then the operations that changed, worst first. The rows
 * below an operation are its stages, and operations with the same change. Unchanged operations are
 * only counted. */
#include <math.h>
#include <string.h>

#include "tools/table/number.h"
#include "tools/topic/change.h"
#include "tools/topic/changed_operations.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/sides.h"

/* GitHub limits a comment to 65 536 characters. */
#define REVIEW_ROWS_MAX 100
#define FOLLOWERS_MAX 50

#define DIFFERENCE_PARTS 1e6

#define CHANGE_PLACE 3 /* of the column "change" for times; for counts, of the difference */

#define OPERATIONS_SECTION "Whole operations"
#define METRICS_SECTION "Every metric"

static const struct section_view sections[] = {
	{OPERATIONS_SECTION, "worst first; open one for its stages", NULL, false},
	{ONE_SIDE_SECTION, "and the reasons", NULL, true},
	{METRICS_SECTION, "medians of one operation", NULL, true},
	{COMPARISON_SECTION, "machine, sides, test and cautions", NULL, true},
};

struct review {
	struct tables *tables;
	const struct change_report *change;
	struct changed_operations operations;
	struct table *table;
};

/* ---- Cells ---- */

static void review_side(struct table *table, const struct compared_metric *metric, enum side side)
{
	const struct side_metric *side_metric = &metric->sides[side];
	struct quantity quantity = {
		.value = side_metric->median, .low = side_metric->low, .high = side_metric->high};

	if (side_metric->has_interval && !metric->is_exact)
		quantity.interval = INTERVAL_95;
	if (metric_in_own_unit(metric, side))
		cell_quantity(table, &quantity);
	else
		cell_none(table);
}

static const char *review_percent(struct tables *tables, double part)
{
	char text[NUMBER_TEXT_MAX];

	return tables_text(tables, "%s", number_change_text(part, text));
}

/* Rounds off the error of the division by the number of operations. */
static const char *review_difference(struct tables *tables, double difference)
{
	char text[NUMBER_TEXT_MAX];

	difference = round(difference * DIFFERENCE_PARTS) / DIFFERENCE_PARTS;
	return tables_text(tables, "%s%s", difference > 0 ? "+" : "",
			   number_text(difference, text));
}

/* Of a row without a verdict, and of unstable metrics under Linux. */
static const char *review_remark(const struct review *review, const struct compared_metric *metric)
{
	if (!metric_is_common(metric))
		return metric_why_not_common(review->tables, review->change->comparison, metric);
	if (metric->judgement.change == CHANGE_UNSTABLE)
		return change_unstable_text(review->tables, review->change, metric);
	return NULL;
}

static void review_difference_cell(struct table *table, const struct compared_metric *metric)
{
	cell_string_or_none(table, metric_is_common(metric)
					   ? review_difference(table->of,
							       metric->contrast.difference.value)
					   : "");
}

static struct row *review_row(const struct review *review, const struct compared_metric *metric,
			      const char *label)
{
	struct table *table = review->table;
	struct row *row = table_row(table);
	bool is_common = metric_is_common(metric), is_ranked = is_common && !metric->is_counted;
	bool has_ratio = is_common && metric->contrast.has_ratio;
	/* A metric of one side only is not judged, so it does not say whether it is counted. */
	bool is_exact = compare_is_exact(review->change->comparison);

	row->remark = review_remark(review, metric);
	row->is_bad = change_is_failure(review->change, metric->judgement.change);
	cell_string(table, label);
	review_side(table, metric, BASE);
	review_side(table, metric, NEW);
	if (is_exact)
		review_difference_cell(table, metric);
	cell_string_or_none(table, has_ratio ? review_percent(review->tables,
						metric->contrast.ratio.value - 1) : "");
	cell_number(table, is_ranked ? metric->judgement.p : NAN);
	cell_number(table, is_ranked ? metric->judgement.delta : NAN);
	if (!is_exact)
		review_difference_cell(table, metric);
	change_verdict_cell(table, review->change, metric->judgement.change);
	metric_marks_cell(table, metric);
	cell_string(table, metric_unit(metric));
	cell_string(table, metric->bench);
	cell_string(table, metric->point);
	cell_string(table, metric->stage);
	cell_number(table, has_ratio ? metric->contrast.ratio.value : NAN);
	return row;
}

/* The stages; text omits unchanged ones. */
static void review_add_stages(const struct review *review,
			      const struct changed_operation *operation)
{
	for (size_t i = 0; i < operation->stage_count; i++) {
		const struct compared_metric *stage = operation->stages[i];
		struct row *row = review_row(review, stage, stage->stage);

		row->is_part = true;
		row->is_detail = !change_is_difference(stage->judgement.change);
		row->is_bad = false;
	}
}

static const char *review_label(struct tables *tables, const struct compared_metric *metric)
{
	struct compared_metric whole = *metric;

	if (strcmp(metric->stage, TOTAL_STAGE) == 0)
		whole.stage = "";
	return metric_label(tables, &whole);
}

/* An operation with the rows below it. */
static void review_add_operation(const struct review *review,
				 const struct changed_operation *operation)
{
	const struct change_report *change = review->change;
	const char *label = review_label(review->tables, operation->whole), *command = NULL;
	struct row *row;

	if (operation->followers > 0)
		label = tables_text(review->tables, "%s, and %zu other%s", label,
				    operation->followers, operation->followers == 1 ? "" : "s");
	row = review_row(review, operation->whole, label);
	row->is_detail = false;
	if (change->explain != NULL)
		command = change->explain(change->explain_context, review->tables,
					  operation->whole);
	cell_string_or_none(review->table, command != NULL ? command : "");
	review_add_stages(review, operation);
	for (size_t i = 1; i <= operation->followers && i <= FOLLOWERS_MAX; i++) {
		const struct compared_metric *other = operation[i].whole;

		row = review_row(review, other, review_label(review->tables, other));
		row->is_part = true;
		row->is_bad = false;
	}
}

/* ---- Table ---- */

/* The unit of all operations; NULL if they have several. */
static const char *review_unit(const struct review *review)
{
	const struct changed_operations *operations = &review->operations;
	const char *unit = metric_unit(operations->items[0].whole);

	for (size_t i = 1; i < operations->shown; i++) {
		if (strcmp(metric_unit(operations->items[i].whole), unit) != 0)
			return NULL;
	}
	return unit;
}

/* Of counts, the difference; of times, first p and delta. Text has room for both if names are
 * short. */
static struct column *review_columns(const struct review *review, const char *unit, size_t *count)
{
	bool is_exact = compare_is_exact(review->change->comparison);
	const unsigned spread = is_exact ? 0 : COLUMN_SPREAD;
	const struct column difference = {
		"difference", COLUMN_TEXT, COLUMN_RIGHT | (is_exact ? 0 : COLUMN_DETAIL), "+N",
		NULL};
	const struct column shapes[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"base", COLUMN_QUANTITY, spread, NULL, NULL},
		{"new", COLUMN_QUANTITY, spread, NULL, NULL},
		{"change", COLUMN_TEXT, COLUMN_RIGHT, "%", NULL},
		{"p", COLUMN_PROBABILITY, COLUMN_DETAIL, NULL, NULL},
		{"delta", COLUMN_NUMBER, COLUMN_DETAIL, NULL, NULL},
		difference,
		{"verdict", COLUMN_VERDICT, 0, "", NULL},
		{"marks", COLUMN_TEXT, 0, "", NULL},
		{"unit", COLUMN_TEXT, unit != NULL ? COLUMN_DATA : 0, NULL, NULL},
		{"benchmark", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"point", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"ratio", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
		{"explain", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	struct column *columns = tables_allocate(review->tables, COUNT(shapes), sizeof(*columns));

	*count = COUNT(shapes);
	memcpy(columns, shapes, sizeof(shapes));
	if (is_exact) {
		memmove(&columns[CHANGE_PLACE + 1], &columns[CHANGE_PLACE],
			3 * sizeof(*columns));
		columns[CHANGE_PLACE] = difference;
	}
	return columns;
}

/* Remarks share a column in Markdown. */
static void review_mark_remarks(struct table *table)
{
	for (size_t i = 0; i < table->row_count; i++)
		table->flags |= row_remark(&table->rows[i])[0] != '\0' ? TABLE_REMARKS : 0;
}

/* Only instructions can be attributed to functions, and logs of times do not name their image. */
static const char *review_times_note(const struct review *review)
{
	const struct compared_runs *runs = &review->change->comparison->sides[NEW];
	const struct wire_manifest *manifest = result_manifest(runs->items[0].result);
	bool is_linux = manifest != NULL && manifest->kernel[0] != '\0';

	return tables_text(review->tables,
			   "Times name no function. To see which instructions differ, count those "
			   "of both %s: bareline compare --run BASE NEW -- %s--deterministic",
			   is_linux ? "kernels" : "images", is_linux ? "--linux " : "");
}

static void review_add_table(struct review *review, const char *finding)
{
	const struct changed_operations *operations = &review->operations;
	const char *unit, *left = "";
	const struct column *columns;
	size_t count, rows = 0, leaders = 0;

	if (operations->shown == 0)
		return;
	unit = review_unit(review);
	columns = review_columns(review, unit, &count);
	for (size_t i = 0; i < operations->shown; i++)
		leaders += !operations->items[i].is_follower;
	if (leaders > REVIEW_ROWS_MAX)
		left = tables_text(review->tables, "; the first %d of %zu", REVIEW_ROWS_MAX,
				   leaders);
	review->table = table_begin(review->tables, OPERATIONS_SECTION, CHANGES_TABLE,
				    tables_text(review->tables, "Changes, worst first%s%s%s", left,
						unit != NULL ? ", in " : "",
						unit != NULL ? unit : ""),
				    columns, count);
	review->table->flags = TABLE_CHANGES | TABLE_WHOLE;
	review->table->finding = tables_title(review->tables, finding);
	if (!compare_is_exact(review->change->comparison))
		review->table->note = review_times_note(review);
	for (size_t i = 0; i < operations->shown && rows < REVIEW_ROWS_MAX; i++) {
		if (operations->items[i].is_follower)
			continue;
		review_add_operation(review, &operations->items[i]);
		rows++;
	}
	review_mark_remarks(review->table);
}

void topic_review(struct tables *tables, const struct change_report *change)
{
	struct review review = {.tables = tables, .change = change};
	const char *finding;
	struct table *facts;
	size_t before;

	changed_operations_find(tables, change->comparison, &review.operations);
	tables->interval_name = change_interval_name(change);
	tables->sections = sections;
	tables->section_count = COUNT(sections);
	finding = change_add_verdict(tables, change, &review.operations);
	review_add_table(&review, finding);
	before = tables->count;
	sides_add_missing(tables, ONE_SIDE_SECTION, "one-sided", change->comparison);
	for (size_t i = before; i < tables->count; i++)
		tables->items[i]->flags |= TABLE_FOLDED;
	change_add_metrics(tables, change, METRICS_SECTION, TABLE_DETAIL);
	facts = change_add_facts(tables, change, COMPARISON_SECTION);
	facts->title = COMPARISON_SECTION;
	facts->flags |= TABLE_FOLDED;
}
