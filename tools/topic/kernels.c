/* SPDX-License-Identifier: MIT */
/* Shows a change only between metrics that are constant over all boots. Metrics that vary with the
 * memory layout would show changes between equal kernels. Operating systems differ by more, and
 * have ratios. */
#include "tools/topic/kernels.h"

#include <string.h>

#include "tools/table/number.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/sides.h"

#define MARK_UNSTABLE "~"

struct kernels_view {
	const struct kernels *kernels;
};

static const char *version_text(struct tables *tables, const struct kernels *kernels, size_t kernel)
{
	int length;
	const char *version = kernels_version(kernels, kernel, &length);

	return tables_text(tables, "%.*s", length, version);
}

static struct column systems_column(struct tables *tables, const struct kernels *kernels,
				    size_t system)
{
	return (struct column){
		.name = tables_text(tables, "ratio_%zu", system + 1), .kind = COLUMN_NUMBER,
		.flags = COLUMN_SPARE,
		.head = tables_text(tables, "%s : %s", version_text(tables, kernels, system),
				    version_text(tables, kernels, 0)),
	};
}

/* Bare metal, then the kernels. Each kernel except the first is followed by the change and its
 * mark, each operating system by its ratio to the first. */
static struct column *kernels_columns(struct tables *tables, const struct kernels *kernels,
				      size_t *count)
{
	struct column *columns = tables_allocate(tables, 2 * kernels->count + 1, sizeof(*columns));

	*count = 0;
	columns[(*count)++] = (struct column){"metal", COLUMN_QUANTITY, COLUMN_SPREAD, NULL, NULL};
	for (size_t i = 0; i < kernels->count; i++) {
		columns[(*count)++] = (struct column){
			.name = tables_text(tables, "%s_%zu",
					    kernels->are_systems ? "system" : "kernel", i + 1),
			.kind = COLUMN_QUANTITY,
			.flags = COLUMN_SPREAD | COLUMN_HEAT,
			.head = version_text(tables, kernels, i),
		};
		if (i > 0 && kernels->are_systems)
			columns[(*count)++] = systems_column(tables, kernels, i);
		else if (i > 0)
			columns[(*count)++] = (struct column){
				.name = tables_text(tables, "change_%zu", i + 1),
				.kind = COLUMN_NUMBER, .flags = COLUMN_SPARE, .head = "change",
			};
	}
	columns[(*count)++] = (struct column){"unstable", COLUMN_TEXT, 0, "", NULL};
	return columns;
}

static void kernels_value_cell(struct table *table, const struct side_metric *metric, bool is_exact)
{
	const struct quantity quantity = {
		.value = metric != NULL ? metric->median : 0,
		.interval = is_exact ? INTERVAL_EXACT : INTERVAL_NONE,
	};

	if (metric != NULL)
		cell_quantity(table, &quantity);
	else
		cell_none(table);
}

static void kernels_change_cell(struct table *table, const struct side_metric *before,
				const struct side_metric *after)
{
	bool has_change = before != NULL && after != NULL && kernels_is_stable(before) &&
			  kernels_is_stable(after);

	cell_number_if(table, has_change, has_change ? after->median - before->median : 0);
}

static void systems_ratio_cell(struct table *table, const struct side_metric *first,
			       const struct side_metric *other)
{
	bool has_ratio = first != NULL && other != NULL && first->median > 0 &&
			 strcmp(first->unit, other->unit) == 0;

	cell_number_if(table, has_ratio, has_ratio ? other->median / first->median : 0);
}

static void kernels_fill(const void *context, struct table *table, struct row *row,
			 const struct compared_metric *metric)
{
	const struct kernels *kernels = ((const struct kernels_view *)context)->kernels;
	const struct side_metric *metal = metric->sides[METAL].runs > 0 ? &metric->sides[METAL]
									: NULL;
	const struct side_metric *before = NULL, *first = NULL;
	bool is_counted = compare_is_exact(&kernels->sides[0]), moves = false, has_any = false;

	kernels_value_cell(table, metal, is_counted && metal != NULL && kernels_is_stable(metal));
	for (size_t i = 0; i < kernels->count; i++) {
		const struct side_metric *side_metric = kernels_metric(kernels, i, metric);
		bool is_stable = side_metric != NULL && kernels_is_stable(side_metric);

		kernels_value_cell(table, side_metric, is_counted && is_stable);
		if (i == 0)
			first = side_metric;
		else if (kernels->are_systems)
			systems_ratio_cell(table, first, side_metric);
		else
			kernels_change_cell(table, before, side_metric);
		has_any |= side_metric != NULL;
		moves |= !kernels->are_systems && side_metric != NULL && !is_stable;
		before = side_metric;
	}
	row->is_detail = !has_any;
	if (moves)
		cell_string(table, MARK_UNSTABLE);
	else
		cell_none(table);
}

/* ---- Findings ---- */

/* The extremes of a row's kernels. */
struct distance {
	size_t least, most; /* columns */
	double times;
};

static struct distance kernels_row_distance(const struct table *table, size_t row)
{
	struct distance distance = {0};
	double low = 0, high = 0, value;

	for (size_t i = 0; i < table->column_count; i++) {
		if ((table->columns[i].flags & COLUMN_HEAT) == 0 ||
		    !cell_value(table, row, i, &value) || value <= 0)
			continue;
		if (low == 0 || value < low) {
			low = value;
			distance.least = i;
		}
		if (value > high) {
			high = value;
			distance.most = i;
		}
	}
	distance.times = low > 0 ? high / low : 0;
	return distance;
}

/* The row with the largest difference; times is 1 if all are equal. */
static struct distance kernels_distance(const struct table *table)
{
	struct distance most = {.times = 1};

	for (size_t i = 0; i < table->row_count; i++) {
		const struct distance distance = kernels_row_distance(table, i);

		if (distance.times > most.times)
			most = distance;
	}
	return most;
}

/* "6.12.117 takes × 1.064 of 6.1.170". */
static const char *kernels_distance_text(const struct table *table, const struct distance *distance)
{
	char text[NUMBER_TEXT_MAX];

	return tables_text(table->of, "%s takes × %s of %s",
			   column_head(table->of, &table->columns[distance->most]),
			   number_short_text(distance->times, text),
			   column_head(table->of, &table->columns[distance->least]));
}

/* Titles of the tables; the verdict is the largest of them. */
static void kernels_add_findings(struct tables *tables)
{
	double most = 1;

	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->items[i];
		const struct distance distance = kernels_distance(table);
		const char *text;
		char times[NUMBER_TEXT_MAX];

		if ((table->flags & TABLE_FACTS) != 0 || distance.times <= 1)
			continue;
		text = kernels_distance_text(table, &distance);
		table->finding = tables_text(tables, "Largest difference: %s", text);
		if (distance.times <= most)
			continue;
		most = distance.times;
		tables->verdict = (struct overall_verdict){
			TABLE_NEUTRAL,
			tables_text(tables, "Up to × %s apart", number_short_text(most, times)),
			tables_text(tables, "%s: %s.", table->name, text)};
	}
}

/* ---- All ---- */

static void systems_add_facts(struct tables *tables, const struct kernels *kernels,
			      const struct reasons *refused)
{
	struct table *facts = table_begin_facts(tables, "", "about", "Comparison");
	const struct compared_run *metal = &kernels->sides[0].sides[METAL].items[0];

	sides_forced(facts, refused);
	sides_machine(facts, metal->result);
	sides_runs(facts, &kernels->sides[0], METAL);
	for (size_t i = 0; i < kernels->count; i++) {
		sides_runs(facts, &kernels->sides[i], LINUX);
		sides_system(facts, kernels->sides[i].sides[LINUX].items[0].result);
	}
	sides_time_base(facts, metal->analysis->time_base);
	table_fact(facts, "values", "medians of the runs' medians; a ratio is of two of them, and "
				    "has no interval (overhead METAL LINUX has)");
}

static void kernels_add_facts(struct tables *tables, const struct kernels *kernels)
{
	struct table *facts = table_begin_facts(tables, "", "about", "Comparison");
	const struct compared_runs *metal = &kernels->sides[0].sides[METAL];

	sides_machine(facts, metal->items[0].result);
	for (size_t i = 0; i < kernels->count; i++) {
		const struct compared_runs *runs = &kernels->sides[i].sides[LINUX];
		const struct wire_manifest *manifest = result_manifest(runs->items[0].result);

		table_fact(facts, "kernel", "%s, in %zu boots",
			   manifest != NULL ? manifest->kernel : "", runs->count);
	}
	table_fact(facts, "changes", "from the previous kernel, if both metrics are one value in "
				     "every boot; " MARK_UNSTABLE " marks unstable metrics, which "
				     "vary with memory layout or by themselves");
}

void topic_kernels(struct tables *tables, const struct kernels *kernels,
		   const struct reasons *refused)
{
	struct kernels_view *context = tables_allocate(tables, 1, sizeof(*context));
	struct metric_view view = {
		.section = "Metrics: medians of one operation", .prefix = "", .fill = kernels_fill,
		.context = context, .leaves_marks = true,
	};

	context->kernels = kernels;
	tables->title = kernels->are_systems ? "Bareline: operating systems against bare metal"
					     : "Bareline: kernels side by side";
	view.columns = kernels_columns(tables, kernels, &view.column_count);
	if (kernels->are_systems)
		systems_add_facts(tables, kernels, refused);
	else
		kernels_add_facts(tables, kernels);
	metric_tables_add(tables, &kernels->sides[0], &view);
	kernels_add_findings(tables);
}
