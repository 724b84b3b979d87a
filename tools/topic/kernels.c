/* SPDX-License-Identifier: MIT */
/* Facts about the kernels, the tables of their metrics, and the largest difference. */
#include "tools/topic/kernels.h"

#include "tools/table/number.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/overhead.h"
#include "tools/topic/side_table.h"
#include "tools/topic/sides.h"
#include "tools/topic/value_range.h"

/* ---- Findings ---- */

/* The kernels' values in the row where they differ most; equal if no row differs. */
static struct value_range kernels_most_distant(const struct table *table)
{
	struct value_range most = {.least = 1, .most = 1};

	for (size_t i = 0; i < table->row_count; i++) {
		struct value_range range = {0};

		for (size_t j = 0; j < table->column_count; j++) {
			double value;

			if ((table->columns[j].flags & COLUMN_HEAT) != 0 &&
			    cell_value(table, i, j, &value) && value > 0)
				value_range_add(&range, value,
						column_head(table->of, &table->columns[j]));
		}
		if (range.count > 0 && range.most / range.least > most.most / most.least)
			most = range;
	}
	return most;
}

/* Set the titles of the tables, such as "Largest difference: 6.12.117 takes × 1.064 of 6.1.170".
 * The verdict is the title with the largest difference. */
static void kernels_add_findings(struct tables *tables)
{
	double most = 1;

	for (size_t i = 0; i < tables->count; i++) {
		struct table *table = tables->items[i];
		const struct value_range range = kernels_most_distant(table);
		double times = range.most / range.least;
		char number[NUMBER_TEXT_MAX];
		const char *text;

		if (times <= 1)
			continue;
		text = tables_text(tables, "%s takes × %s of %s", range.most_name,
				   number_short_text(times, number), range.least_name);
		table->finding = tables_text(tables, "Largest difference: %s", text);
		if (times <= most)
			continue;
		most = times;
		tables->verdict = (struct overall_verdict){
			TABLE_NEUTRAL, tables_text(tables, "Up to × %s apart", number),
			tables_text(tables, "%s: %s.", table->name, text)};
	}
}

/* ---- All ---- */

static void kernels_add_facts(struct tables *tables, const struct kernels *kernels,
			      const struct reasons *refused)
{
	const struct side_list *list = &kernels->sides;
	struct table *facts = table_begin_facts(tables, "", "about", "Comparison");
	const struct compared_run *metal = &list->items[METAL].runs.items[0];

	sides_forced(facts, refused);
	sides_machine(facts, metal->result);
	for (size_t i = LINUX; i < list->count; i++) {
		const struct comparison pair = side_list_pair(list, METAL, i);
		const struct compared_runs *runs = &pair.sides[LINUX];
		const struct wire_manifest *manifest = result_manifest(runs->items[0].result);

		if (i == LINUX)
			sides_runs(facts, &pair, METAL);
		if (kernels->are_systems) {
			sides_runs(facts, &pair, LINUX);
			sides_system(facts, runs->items[0].result);
			continue;
		}
		table_fact(facts, "kernel", "%s, in %zu boot%s",
			   manifest != NULL ? manifest->kernel : "", runs->count,
			   runs->count == 1 ? "" : "s");
		sides_left_out(facts, runs);
	}
	sides_time_base(facts, metal->analysis->time_base);
	if (kernels->are_systems)
		table_fact(facts, "values", "medians of the runs' medians; a ratio is of two of "
					    "them, and has no interval (overhead METAL LINUX has)");
	else
		table_fact(facts, "changes", "from the previous kernel, if both metrics are one "
					     "value in every boot; " MARK_UNSTABLE " marks "
					     "unstable metrics, which vary with memory layout or "
					     "by themselves");
}

void topic_kernels(struct tables *tables, const struct kernels *kernels,
		   const struct reasons *refused)
{
	tables->title = kernels->are_systems ? "Bareline: operating systems against bare metal"
					     : "Bareline: kernels side by side";
	kernels_add_facts(tables, kernels, refused);
	if (!kernels->are_systems)
		overhead_add_predictions_of_kernels(tables, &kernels->sides);
	side_table_add(tables, &kernels->sides);
	kernels_add_findings(tables);
}
