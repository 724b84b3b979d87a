/* SPDX-License-Identifier: MIT */
/* Interrupts by source: the time of each stage, side by side. Handling is measured from inside, by
 * timestamps, and from outside, by the delay of a pass of fixed work. */
#include <string.h>

#include "tools/topic/topic.h"

#define SECTION "Interrupts"
#define PREFIX "irq."

/* ---- Stage by stage ---- */

static bool is_stamped(const struct topic *topic, const struct metric *metric)
{
	const char *name = metric->bench->info->name;

	return strncmp(name, PREFIX, strlen(PREFIX)) == 0 && topic_is_selected(topic, name) &&
	       strcmp(metric->point, STAMPED_POINT) == 0 && metric_has_samples(metric);
}

/* Add the stages at the point that all sources have. Each source's own table has its other
 * points. */
static void interrupts_add_stages(struct topic *topic)
{
	struct column columns[METRIC_COLUMN_COUNT + 2] = {
		{"source", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	};
	const struct metrics *metrics = &topic->analysis->metrics;
	struct table *table = NULL;

	topic_metric_value_columns(topic, topic_time_unit(topic), columns + 2);
	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];

		if (!is_stamped(topic, metric))
			continue;
		if (table == NULL)
			table = topic_table(topic, SECTION, "irq.stages",
					    "Stages of an interrupt, by source", columns,
					    METRIC_COLUMN_COUNT + 2);
		table_row(table);
		cell_string(table_at(table, "source"), metric->bench->info->name + strlen(PREFIX));
		cell_string(table_at(table, "stage"), metric->stage);
		topic_metric_value_cells(topic, table, metric, false);
	}
	if (table == NULL)
		return;
	table->note = "In ring 0, with a polling wait and warm caches. Every stage includes a "
		      "clock read of six instructions.";
	table->chart = (struct chart){
		.kind = CHART_STACK, .names = {"source"}, .stage = "stage", .y = "median"};
	topic_explain_marks(table);
}

/* ---- From inside and outside ---- */

static void interrupts_add_gaps(struct topic *topic)
{
	static const struct column columns[] = {
		{"source", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"delivery", COLUMN_NUMBER, 0, NULL, NULL},
		{"handling", COLUMN_NUMBER, 0, NULL, NULL},
		{"gap", COLUMN_NUMBER, 0, NULL, NULL},
		{"difference", COLUMN_NUMBER, 0, NULL, NULL},
		{"pass_alone", COLUMN_NUMBER, COLUMN_DETAIL, NULL, NULL},
		{"pass_interrupted", COLUMN_NUMBER, COLUMN_DETAIL, "interrupted", NULL},
		{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	};
	const struct analysis *analysis = topic->analysis;
	struct table *table;

	if (analysis->interrupt_gap_count == 0 || !topic_is_selected(topic, GAP_BENCH))
		return;
	table = table_begin(topic->tables, SECTION, "irq.handling",
			    tables_text(topic->tables,
					"Handling an interrupt, by stamps and by "
					"the gap in an idle loop (" GAP_BENCH "): medians in %s",
					topic_time_unit(topic)),
			    columns, COUNT(columns));
	table->note = "Handling: from the handler's first instruction to the one after IRET, "
		      "including the cost of the time stamps. Gap: without stamps, including the "
		      "delivery.";
	if (analysis->time_base == TIME_EMULATED)
		table->note = tables_text(topic->tables,
					  "%s An emulator's passes, and so the "
					  "gap, vary by more than a handler takes.",
					  table->note);
	for (size_t i = 0; i < analysis->interrupt_gap_count; i++) {
		const struct interrupt_gap *gap = &analysis->interrupt_gaps[i];
		const char *bench = tables_text(topic->tables, PREFIX "%s", gap->source);
		const struct metrics *metrics = &topic->analysis->metrics;
		const struct metric *delivery = metrics_find(metrics, bench, STAMPED_POINT,
							     "delivery");
		const struct metric *total = metrics_find(metrics, bench, STAMPED_POINT,
							  TOTAL_STAGE);

		/* Handling: from the handler's first instruction to the next instruction of the
		 * interrupted code. */
		table_row(table);
		cell_string(table_at(table, "source"), gap->source);
		if (delivery != NULL && total != NULL) {
			double late = metric_stats(delivery).median;
			double handling = metric_stats(total).median - late;

			cell_number(table_at(table, "delivery"), late);
			cell_number(table_at(table, "handling"), handling);
			cell_number(table_at(table, "gap"), topic_time(topic, gap->ticks));
			cell_number(table_at(table, "difference"),
				    handling - topic_time(topic, gap->ticks));
		} else {
			cell_number(table_at(table, "gap"), topic_time(topic, gap->ticks));
		}
		cell_number(table_at(table, "pass_alone"), metric_stats(gap->alone).median);
		cell_number(table_at(table, "pass_interrupted"),
			    metric_stats(gap->interrupted).median);
		cell_count(table_at(table, "n"), gap->alone->warm.summary.ticks.n);
	}
}

void topic_interrupts(struct topic *topic)
{
	interrupts_add_stages(topic);
	interrupts_add_gaps(topic);
}
