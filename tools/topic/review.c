/* SPDX-License-Identifier: MIT */
/* A comparison for a pull-request comment. One table has the changed whole operations, largest
 * change first. Stages and facts are collapsed. Unchanged metrics are only counted. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/table/number.h"
#include "tools/topic/change.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/sides.h"

/* GitHub limits a comment to 65 536 characters. */
#define REVIEW_ROWS_MAX 100

#define DIFFERENCE_PARTS 1e6

struct review {
	struct tables *tables;
	const struct change_report *change;
	const struct compared_metric **changed; /* of one kind, largest change first */
	size_t changed_count, metrics;
	size_t changes[CHANGES];
};

/* ---- Whole operations and stages ---- */

static int review_compare_points(const void *a, const void *b)
{
	const char *const *left = a, *const *right = b;

	return strcmp(*left, *right);
}

/* The points of a benchmark that have a total, in order. points must have room for all metrics.
 * Returns their number. */
static size_t review_points(const char **points, const struct compared_metric *const *metrics,
			    size_t count)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		if (strcmp(metrics[i]->stage, TOTAL_STAGE) == 0)
			points[found++] = metrics[i]->point;
	}
	qsort(points, found, sizeof(points[0]), review_compare_points);
	return found;
}

/* Whether a metric is a stage of another metric's total. */
static bool review_is_stage(const struct compared_metric *metric, const char *const *points,
			    size_t count)
{
	if (metric->stage[0] == '\0' || strcmp(metric->stage, TOTAL_STAGE) == 0)
		return false;
	return bsearch(&metric->point, points, count, sizeof(points[0]), review_compare_points) !=
	       NULL;
}

/* The relative change. A change that has no ratio to the base sorts first. */
static double review_size(const struct compared_metric *metric)
{
	if (!metric_is_common(metric) || !metric->contrast.has_ratio)
		return INFINITY;
	return fabs(metric->contrast.ratio.value - 1);
}

static int review_compare(const void *a, const void *b)
{
	const struct compared_metric *const *left = a, *const *right = b;
	double first = review_size(*left), second = review_size(*right);

	if (first != second)
		return first > second ? -1 : 1;
	return *left < *right ? -1 : *left > *right; /* in the order of measurement */
}

static bool review_shows(enum change change)
{
	return change > CHANGE_UNCHANGED && change != CHANGE_UNSTABLE;
}

static void review_count(struct review *review, const struct compared_metric *metric)
{
	review->metrics++;
	review->changes[metric->judgement.change]++;
	if (review_shows(metric->judgement.change))
		review->changed[review->changed_count++] = metric;
}

static void review_gather(struct review *review, bool of_stages)
{
	const struct comparison *comparison = review->change->comparison;
	const struct compared_metric *const *metrics = metrics_by_bench(review->tables, comparison);
	const char **points;
	size_t same, totals;

	review->changed = tables_allocate(review->tables, comparison->metric_count,
					  sizeof(struct compared_metric *));
	points = tables_allocate(review->tables, comparison->metric_count, sizeof(points[0]));
	for (size_t i = 0; i < comparison->metric_count; i += same) {
		same = metrics_of_bench(&metrics[i], comparison->metric_count - i);
		totals = review_points(points, &metrics[i], same);
		for (size_t j = i; j < i + same; j++) {
			if (review_is_stage(metrics[j], points, totals) == of_stages)
				review_count(review, metrics[j]);
		}
	}
	qsort(review->changed, review->changed_count, sizeof(struct compared_metric *),
	      review_compare);
}

/* ---- Table ---- */

/* "2 regressed, 1 improved", or "3 differ". */
static const char *review_summary(const struct review *review)
{
	const size_t *changes = review->changes;
	size_t differing =
		changes[CHANGE_REGRESSED] + changes[CHANGE_IMPROVED] + changes[CHANGE_NEUTRAL];
	const char *missing = "", *other = "";

	if (changes[CHANGE_MISSING] > 0)
		missing = tables_text(review->tables, "%zu missing, ", changes[CHANGE_MISSING]);
	if (change_inconclusive_text(review->tables, review->change) != NULL)
		return tables_text(review->tables, "%s%zu differ%s", missing, differing,
				   differing == 1 ? "s" : "");
	if (changes[CHANGE_NEUTRAL] > 0)
		other = tables_text(review->tables, ", %zu changed",
				    changes[CHANGE_NEUTRAL]);
	return tables_text(review->tables, "%s%zu regressed, %zu improved%s", missing,
			   changes[CHANGE_REGRESSED], changes[CHANGE_IMPROVED], other);
}

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

static void review_row(const struct review *review, struct table *table,
		       const struct compared_metric *metric)
{
	struct row *row = table_row(table);
	struct compared_metric whole = *metric;
	bool is_common = metric_is_common(metric);

	if (strcmp(metric->stage, TOTAL_STAGE) == 0)
		whole.stage = "";
	cell_string(table, metric_label(review->tables, &whole));
	review_side(table, metric, BASE);
	review_side(table, metric, NEW);
	if (is_common)
		cell_string(table, review_difference(review->tables,
						     metric->contrast.difference.value));
	else
		cell_none(table);
	if (is_common && metric->contrast.has_ratio)
		cell_string(table,
			    review_percent(review->tables, metric->contrast.ratio.value - 1));
	else
		cell_none(table);
	change_verdict_cell(table, review->change, metric->judgement.change);
	cell_string(table, metric_unit(metric));
	if (!is_common)
		row->remark = metric_why_not_common(review->tables, review->change->comparison,
						    metric);
}

/* The columns. If the metrics have several units, one column is the unit and *unit is NULL. */
static struct column *review_columns(const struct review *review, const char **unit, size_t *count)
{
	const unsigned spread = compare_is_exact(review->change->comparison) ? 0 : COLUMN_SPREAD;
	const struct column shapes[] = {
		{"figure", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"base", COLUMN_QUANTITY, spread, NULL, NULL},
		{"new", COLUMN_QUANTITY, spread, NULL, NULL},
		{"difference", COLUMN_TEXT, COLUMN_RIGHT, "+N", NULL},
		{"change", COLUMN_TEXT, COLUMN_RIGHT, "%", NULL},
		{"verdict", COLUMN_VERDICT, 0, "", NULL},
		{"unit", COLUMN_TEXT, 0, NULL, NULL},
	};
	struct column *columns = tables_allocate(review->tables, COUNT(shapes), sizeof(*columns));

	*count = COUNT(shapes);
	memcpy(columns, shapes, sizeof(shapes));
	*unit = metric_unit(review->changed[0]);
	for (size_t i = 1; i < review->changed_count && *unit != NULL; i++) {
		if (strcmp(metric_unit(review->changed[i]), *unit) != 0)
			*unit = NULL;
	}
	if (*unit != NULL)
		columns[COUNT(shapes) - 1].flags = COLUMN_DATA;
	return columns;
}

static void review_add_table(const struct review *review, const char *name, const char *what,
			     unsigned flags)
{
	size_t shown = review->changed_count < REVIEW_ROWS_MAX ? review->changed_count
							       : REVIEW_ROWS_MAX;
	const char *unit, *left = "";
	const struct column *columns;
	struct table *table;
	size_t count;

	if (shown == 0)
		return;
	columns = review_columns(review, &unit, &count);
	if (shown < review->changed_count)
		left = tables_text(review->tables, "; the largest %zu of %zu", shown,
				   review->changed_count);
	table = table_begin(review->tables, "", name,
			    tables_text(review->tables, "%s%s%s%s", what, left,
					unit != NULL ? ", in " : "", unit != NULL ? unit : ""),
			    columns, count);
	table->flags = flags;
	for (size_t i = 0; i < shown; i++)
		review_row(review, table, review->changed[i]);
	for (size_t i = 0; i < shown; i++)
		table->flags |= table->rows[i].remark != NULL ? TABLE_REMARKS : 0;
	for (size_t i = 0; i < shown && (table->flags & TABLE_REMARKS) != 0; i++) {
		if (table->rows[i].remark == NULL)
			table->rows[i].remark = "";
	}
}

void topic_review(struct tables *tables, const struct change_report *change)
{
	struct review whole = {.tables = tables, .change = change}, stages = whole;
	const char *reason = change_inconclusive_text(tables, change);
	struct table *facts;
	size_t before;

	review_gather(&whole, false);
	review_gather(&stages, true);
	tables->title = tables_text(tables, "Bareline, new against base: %s%s%s, of %zu metrics",
				    reason != NULL ? reason : "", reason != NULL ? "; " : "",
				    review_summary(&whole), whole.metrics);
	if (stages.changed_count > 0)
		tables->title = tables_text(tables, "%s; of their stages %s", tables->title,
					    review_summary(&stages));
	sides_complete_title(tables, change->comparison);
	review_add_table(&whole, "review", "Changes, largest first", 0);
	review_add_table(&stages, "review-stages", "Stages", TABLE_FOLDED);
	before = tables->count;
	sides_add_missing(tables, "", "one-sided", change->comparison);
	for (size_t i = before; i < tables->count; i++)
		tables->items[i]->flags |= TABLE_FOLDED;
	facts = change_add_facts(tables, change);
	facts->title = "Comparison";
	facts->flags |= TABLE_FOLDED;
}
