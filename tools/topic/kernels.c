/* SPDX-License-Identifier: MIT */
/* Facts about the kernels, the tables of their metrics, and the largest difference. */
#include "tools/topic/kernels.h"

#include "tools/table/number.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/side_table.h"
#include "tools/topic/sides.h"

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

static void systems_add_facts(struct tables *tables, const struct side_list *list,
			      const struct reasons *refused)
{
	struct table *facts = table_begin_facts(tables, "", "about", "Comparison");
	const struct compared_run *metal = &list->items[METAL].runs.items[0];

	sides_forced(facts, refused);
	sides_machine(facts, metal->result);
	for (size_t i = LINUX; i < list->count; i++) {
		const struct comparison pair = side_list_pair(list, METAL, i);

		if (i == LINUX)
			sides_runs(facts, &pair, METAL);
		sides_runs(facts, &pair, LINUX);
		sides_system(facts, pair.sides[LINUX].items[0].result);
	}
	sides_time_base(facts, metal->analysis->time_base);
	table_fact(facts, "values", "medians of the runs' medians; a ratio is of two of them, and "
				    "has no interval (overhead METAL LINUX has)");
}

static void kernels_add_facts(struct tables *tables, const struct side_list *list)
{
	struct table *facts = table_begin_facts(tables, "", "about", "Comparison");

	sides_machine(facts, list->items[METAL].runs.items[0].result);
	for (size_t i = LINUX; i < list->count; i++) {
		const struct compared_runs *runs = &list->items[i].runs;
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
	tables->title = kernels->are_systems ? "Bareline: operating systems against bare metal"
					     : "Bareline: kernels side by side";
	if (kernels->are_systems)
		systems_add_facts(tables, &kernels->sides, refused);
	else
		kernels_add_facts(tables, &kernels->sides);
	side_table_add(tables, &kernels->sides, SIDE_TABLE_HEAT | SIDE_TABLE_MARKS);
	kernels_add_findings(tables);
}
