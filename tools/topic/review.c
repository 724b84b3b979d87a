/* SPDX-License-Identifier: MIT */
/* A comparison for readers: the verdict, then the changes, worst first. Each change has one
 * operation with its stages. Pages, and text on request, have the stages and the operations with
 * the same change in rows of their own. Unchanged operations are only counted. */
#include <math.h>
#include <string.h>

#include "tools/table/number.h"
#include "tools/topic/change.h"
#include "tools/topic/changed_operations.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/sides.h"

/* Differences of the sides that the text has without a request. */
#define NOTES_MAX 2

/* The maximum number of changes on a screen and in a comment of a merge request. A page and text on
 * request have all changes. */
#define REVIEW_ROWS_MAX 10
#define REVIEW_FUNCTIONS_MAX 6
#define FOLLOWERS_MAX 50
#define ALIKE_NAMED_MAX 20

#define DIFFERENCE_PARTS 1e6

#define CHANGE_PLACE 3 /* of the column "change" for times; for counts, of the difference */

#define ALIKE_SECTION "Operations changed alike"
#define FUNCTIONS_SECTION "Functions"

#define METRICS_SECTION "Every metric"

static const struct section_view sections[] = {
	{FUNCTIONS_SECTION, "whose changes add up to those of the operations", NULL, false, NULL},
	{OPERATIONS_SECTION, "worst first; open one for its stages", NULL, false, NULL},
	{ALIKE_SECTION, "by the same numbers", NULL, true, NULL},
	{ONE_SIDE_SECTION, "and the reasons", NULL, true, NULL},
	{METRICS_SECTION, "medians of one operation", NULL, true, NULL},
	{COMPARISON_SECTION, "machine, sides, test and cautions", NULL, true, NULL},
};

struct review {
	struct tables *tables;
	const struct change_report *change;
	struct changed_operations operations;
	size_t row_count;               /* changes that are no details */
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

const char *review_percent(struct tables *tables, double part)
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

/* "entry +26, return +2": the stages that changed; of times "entry +3.1 %". */
const char *review_stages(struct tables *tables, const struct changed_operation *operation)
{
	const char *text = "";

	for (size_t i = 0; i < operation->stage_count; i++) {
		const struct compared_metric *stage = operation->stages[i];

		if (stage->is_cold || !change_is_difference(stage->judgement.change) ||
		    !metric_is_common(stage))
			continue;
		text = tables_join(tables, text, ", ",
				   tables_text(tables, "%s %s", stage->stage,
					       stage->is_counted
						       ? review_difference(tables,
							   stage->contrast.difference.value)
						       : review_percent(tables,
							   stage->contrast.ratio.value - 1)));
	}
	return text;
}

/* The functions that add up to the change; "" if they are not known. */
static const char *review_functions(const struct change_report *change,
				    const struct compared_metric *metric)
{
	for (size_t i = 0; change->functions != NULL && i < change->functions->change_count; i++) {
		if (change->functions->changes[i].whole == metric)
			return change->functions->changes[i].text;
	}
	return "";
}

/* "+24", or "+2 to +6" in different changes. */
static const char *review_each(struct tables *tables, const struct changed_function *function)
{
	const char *least = review_difference(tables, function->least);

	return function->least == function->most
		       ? least : tables_text(tables, "%s to %s", least,
					     review_difference(tables, function->most));
}

static void review_add_functions(const struct review *review)
{
	static const struct column columns[] = {
		{"function", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"each", COLUMN_TEXT, COLUMN_RIGHT, NULL, NULL},
		{"operations", COLUMN_COUNT, 0, NULL, NULL},
		{"where", COLUMN_TEXT, 0, NULL, NULL},
	};
	const struct changed_functions *functions = review->change->functions;
	struct table *table;

	if (functions == NULL || functions->count == 0)
		return;
	table = table_begin(review->tables, FUNCTIONS_SECTION, "functions",
			    "Functions that changed, in instructions of one operation", columns,
			    COUNT(columns));
	table->flags = TABLE_WHOLE;
	table->note = tables_text(review->tables,
				  "The changes of all functions add up to those of %zu "
				  "operation%s, one for each change.", functions->change_count,
				  functions->change_count == 1 ? "" : "s");
	for (size_t i = 0; i < functions->count; i++) {
		const struct changed_function *function = &functions->items[i];

		table_row(table)->is_detail = i >= REVIEW_FUNCTIONS_MAX;
		cell_string(table_at(table, "function"), function->name);
		cell_string(table_at(table, "each"), review_each(review->tables, function));
		cell_count(table_at(table, "operations"), function->operations);
		cell_string(table_at(table, "where"), function->where);
	}
}

static void review_difference_cell(struct table *table, const struct compared_metric *metric)
{
	cell_string_or_none(table, metric_is_common(metric)
					   ? review_difference(table->of,
							       metric->contrast.difference.value)
					   : "");
}

/* stages: those that changed, in words. */
static struct row *review_row(const struct review *review, const struct compared_metric *metric,
			      const char *label, const char *stages)
{
	struct table *table = review->table;
	struct row *row = table_row(table);
	bool is_common = metric_is_common(metric), is_tested = metric_is_tested(metric);
	bool has_ratio = is_common && metric->contrast.has_ratio;
	/* A metric of one side only is not judged, so it does not say whether it is counted. */
	bool is_exact = compare_is_exact(review->change->comparison);

	row->remark = change_remark(review->tables, review->change, metric);
	row->is_bad = change_is_failure(review->change, metric);
	cell_string(table, label);
	review_side(table, metric, BASE);
	review_side(table, metric, NEW);
	if (is_exact)
		review_difference_cell(table, metric);
	cell_string_or_none(table, has_ratio ? review_percent(review->tables,
						metric->contrast.ratio.value - 1) : "");
	cell_number(table, is_tested ? metric->judgement.p : NAN);
	cell_number(table, is_tested ? metric->judgement.delta : NAN);
	if (!is_exact)
		review_difference_cell(table, metric);
	change_verdict_cell(table, review->change, metric);
	cell_string_or_none(table, stages);
	cell_string(table, metric_unit(metric));
	cell_string(table, metric->bench);
	cell_string(table, metric->point);
	cell_string(table, metric->stage);
	cell_number(table, has_ratio ? metric->contrast.ratio.value : NAN);
	return row;
}

const char *review_change_label(struct tables *tables, const struct comparison *comparison,
				const struct changed_operation *operation)
{
	const char *label = metric_short_label(tables, comparison, operation->whole);

	return operation->followers == 0
		       ? label : tables_text(tables, "%s, %zu more", label, operation->followers);
}

/* An operation with the rows below it. */
static void review_add_operation(const struct review *review,
				 const struct changed_operation *operation, bool is_detail)
{
	const struct change_report *change = review->change;
	const char *functions = review_functions(change, operation->whole), *command = NULL;
	struct row *row;

	if (functions[0] == '\0')
		functions = review_stages(review->tables, operation);
	row = review_row(review, operation->whole,
			 review_change_label(review->tables, change->comparison, operation),
			 functions);
	row->is_detail = is_detail;
	if (change->explain != NULL)
		command = change->explain(change->explain_context, review->tables,
					  operation->whole);
	cell_string_or_none(review->table, command != NULL ? command : "");
	for (size_t i = 0; i < operation->stage_count; i++) {
		const struct compared_metric *stage = operation->stages[i];

		row = review_row(review, stage, stage->stage, "");
		row->is_part = row->is_detail = true;
		row->is_bad = false;
	}
	for (size_t i = 1; i <= operation->followers && i <= FOLLOWERS_MAX; i++) {
		const struct compared_metric *other = operation[i].whole;

		row = review_row(review, other,
				 metric_short_label(review->tables, change->comparison, other), "");
		row->is_part = row->is_detail = true;
		row->is_bad = false;
	}
}

const char *review_alike(struct tables *tables, const struct comparison *comparison,
			 const struct changed_operation *operation)
{
	const char *names = "";

	for (size_t i = 1; i <= operation->followers && i <= ALIKE_NAMED_MAX; i++)
		names = tables_text(tables, "%s%s%s", names, i > 1 ? "; " : "",
				    metric_short_label(tables, comparison, operation[i].whole));
	if (operation->followers > ALIKE_NAMED_MAX)
		names = tables_text(tables, "%s; and %zu more", names,
				    operation->followers - ALIKE_NAMED_MAX);
	return names;
}

/* For Markdown, which has no rows for the operations with the same change, write them in a line. */
static void review_add_alike(const struct review *review)
{
	const struct comparison *comparison = review->change->comparison;
	struct tables *tables = review->tables;
	const char *text = "";
	struct table *table;

	for (size_t i = 0, rows = 0;
	     i < review->operations.shown && rows < review->row_count; i++) {
		const struct changed_operation *operation = &review->operations.items[i];

		if (operation->is_follower)
			continue;
		rows++;
		if (operation->followers > 0)
			text = tables_text(tables, "%s%s%s as %s", text,
					   text[0] != '\0' ? ". " : "",
					   review_alike(tables, comparison, operation),
					   metric_short_label(tables, comparison,
							      operation->whole));
	}
	if (text[0] == '\0')
		return;
	table = table_begin_facts(tables, ALIKE_SECTION, "alike", ALIKE_SECTION);
	table->flags |= TABLE_FOLDED | TABLE_DATA;
	table_fact(table, "changed alike", "%s", text);
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

/* The columns. For counts, the difference precedes the change. For times, p and delta precede the
 * difference; text has room for both if names are short. */
static struct column *review_columns(const struct review *review, const char *unit, size_t *count)
{
	bool is_exact = compare_is_exact(review->change->comparison);
	const unsigned spread = is_exact ? 0 : COLUMN_SPREAD;
	const unsigned test = is_exact ? COLUMN_DATA : COLUMN_DETAIL;
	const struct column difference = {
		"difference", COLUMN_TEXT, COLUMN_RIGHT | (is_exact ? 0 : COLUMN_DETAIL), "+N",
		NULL};
	const struct column shapes[] = {
		{"operation", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"base", COLUMN_QUANTITY, spread, NULL, NULL},
		{"new", COLUMN_QUANTITY, spread, NULL, NULL},
		{"change", COLUMN_TEXT, COLUMN_RIGHT, "%", NULL},
		{"p", COLUMN_PROBABILITY, test, NULL, NULL},
		{"delta", COLUMN_NUMBER, test, NULL, NULL},
		difference,
		{"verdict", COLUMN_VERDICT, is_exact ? COLUMN_DETAIL : 0, "", NULL},
		{"stages", COLUMN_TEXT, is_exact ? 0 : COLUMN_DETAIL,
		 review->change->functions != NULL ? "by function" : "by stage", NULL},
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
	if (leaders > review->row_count)
		left = tables_text(review->tables, "; the first %zu of %zu", review->row_count,
				   leaders);
	review->table = table_begin(review->tables, OPERATIONS_SECTION, CHANGES_TABLE,
				    tables_text(review->tables, "Changes, worst first%s%s%s", left,
						unit != NULL ? ", in " : "",
						unit != NULL ? unit : ""),
				    columns, count);
	review->table->flags = TABLE_CHANGES | TABLE_WHOLE;
	review->table->finding = tables_title(review->tables, finding);
	if (!compare_is_exact(review->change->comparison)) {
		const struct compared_runs *runs = &review->change->comparison->sides[NEW];
		const struct wire_manifest *manifest = result_manifest(runs->items[0].result);
		bool is_linux = manifest != NULL && manifest->kernel[0] != '\0';

		/* Only instructions can be attributed to functions, and logs of times do not name
		 * their image. */
		review->table->note = tables_text(
			review->tables,
			"Times cannot be attributed to functions. To see which instructions "
			"differ, count those of both %s: "
			"bareline compare --run BASE NEW -- %s--deterministic",
			is_linux ? "kernels" : "images", is_linux ? "--linux " : "");
	}
	for (size_t i = 0; i < operations->shown; i++) {
		if (!operations->items[i].is_follower)
			review_add_operation(review, &operations->items[i],
					     rows++ >= review->row_count);
	}
	/* Remarks share a column in Markdown. */
	for (size_t i = 0; i < review->table->row_count; i++) {
		if (row_remark(&review->table->rows[i])[0] != '\0')
			review->table->flags |= TABLE_REMARKS;
	}
}

void topic_review(struct tables *tables, const struct change_report *change)
{
	struct review review = {
		.tables = tables, .change = change,
		.row_count = change->functions != NULL ? EXPLAINED_CHANGES_MAX : REVIEW_ROWS_MAX,
	};
	const char *finding;
	struct table *facts;
	size_t before;

	changed_operations_find(tables, change->comparison, &review.operations);
	tables->interval_name = change_interval_name(change);
	tables->sections = sections;
	tables->section_count = COUNT(sections);
	finding = change_add_verdict(tables, change, &review.operations);
	review_add_functions(&review);
	review_add_table(&review, finding);
	review_add_alike(&review);
	before = tables->count;
	sides_add_missing(tables, ONE_SIDE_SECTION, "one-sided", change->comparison);
	for (size_t i = before; i < tables->count; i++)
		tables->items[i]->flags |= TABLE_FOLDED | TABLE_DETAIL;
	change_add_metrics(tables, change, METRICS_SECTION, TABLE_DETAIL);
	facts = change_add_facts(tables, change, COMPARISON_SECTION);
	facts->title = COMPARISON_SECTION;
	facts->flags |= TABLE_FOLDED;
	for (size_t i = 0; i < facts->row_count; i++) {
		bool is_note = strcmp(table_text(facts, i, 0), "note") == 0 &&
			       !compare_has_same_files(change->comparison);

		facts->rows[i].is_detail = !facts->rows[i].is_bad &&
					   !(is_note && change->notes->count <= NOTES_MAX);
	}
}
