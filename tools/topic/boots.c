/* SPDX-License-Identifier: MIT */
/* Each run counts once, by its median, because the interval of a run is an interval of its samples
 * only. */
#include "tools/topic/boots.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/topic/metric_tables.h"
#include "tools/topic/sides.h"

#define RUNS_NEEDED 6

static const struct column boots_columns[] = {
	{"median", COLUMN_QUANTITY, 0, NULL, NULL},
	{"min", COLUMN_NUMBER, 0, "min run", NULL},
	{"max", COLUMN_NUMBER, 0, "max run", NULL},
	{"runs", COLUMN_COUNT, 0, NULL, NULL},
	{"samples", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
};

/* Statistics of the medians of the runs that have the metric. */
static struct stats stats_of_runs(const struct compared_metric *metric, size_t run_count)
{
	const struct side_metric *side = &metric->sides[BASE];
	double *medians = xcalloc(run_count, sizeof(*medians));
	struct stats stats;
	size_t count = 0;

	for (size_t i = 0; i < run_count; i++) {
		if (!isnan(side->medians[i]))
			medians[count++] = side->medians[i];
	}
	stats_describe(medians, count, &stats);
	stats_widen(&stats, side->first->warm.summary.step * side->first->scale);
	free(medians);
	return stats;
}

static void boots_fill(const void *context, struct table *table, struct row *row,
		       const struct compared_metric *metric)
{
	const struct comparison *comparison = context;
	const struct compared_runs *runs = &comparison->sides[BASE];
	const struct side_metric *side = &metric->sides[BASE];
	bool is_counted = runs->items[0].analysis->time_base == TIME_INSTRUCTIONS;
	struct stats stats = stats_of_runs(metric, runs->count);
	struct quantity median = quantity_of(&stats, is_counted && side->is_constant);

	(void)row;
	cell_quantity(table_at(table, "median"), &median);
	cell_number(table_at(table, "min"), stats.min);
	cell_number(table_at(table, "max"), stats.max);
	cell_count(table_at(table, "runs"), side->runs);
	cell_count(table_at(table, "samples"), side->samples);
}

static void boots_add_facts(struct tables *tables, const struct comparison *comparison,
			    const struct reasons *refused)
{
	const struct compared_runs *runs = &comparison->sides[BASE];
	struct table *facts = table_begin_facts(tables, "", "about", "");

	sides_forced(facts, refused);
	sides_machine(facts, runs->items[0].result);
	sides_runs(facts, comparison, BASE);
	sides_time_base(facts, runs->items[0].analysis->time_base);
	if (runs->count < RUNS_NEEDED)
		table_fact(facts, "intervals", "none: too few runs; at least %d are "
					       "needed", RUNS_NEEDED)
			->is_bad = true;
	else
		table_fact(facts, "intervals",
			   "95 %% CI of the runs' medians, between boots; assumes independent "
			   "runs");
}

void topic_boots(struct tables *tables, const struct comparison *comparison,
		 const struct reasons *refused)
{
	const struct metric_view view = {
		.section = MEDIANS_SECTION,
		.prefix = "",
		.flags = TABLE_WHOLE,
		.columns = boots_columns,
		.column_count = sizeof(boots_columns) / sizeof(boots_columns[0]),
		.fill = boots_fill,
		.context = comparison,
	};

	sides_complete_title(tables, comparison);
	tables->interval_name = "95 % CI, between boots";
	boots_add_facts(tables, comparison, refused);
	metric_tables_add(tables, comparison, &view);
	sides_add_records(tables, comparison);
}
