/* SPDX-License-Identifier: MIT */
/* The gaps of idle loop runs, and the passes that contain them. */
#include <stdlib.h>
#include <string.h>

#include "tools/topic/idle/idle.h"

#define LONGEST_SHOWN 10

/* Stands for the cause of passes without a gap in a profile. */
#define NO_GAP "no gap"

/* ---- Gaps ---- */

/* Names of causes, allocated with the tables. */
static const char **idle_causes(const struct idle_topic *topic, const struct idle_gaps *gaps)
{
	const char **names = tables_allocate(topic->tables, gaps->cause_count, sizeof(*names));

	for (size_t i = 0; i < gaps->cause_count; i++)
		names[i] = tables_text(topic->tables, "%s", gaps->causes[i].name);
	return names;
}

static int idle_by_length(const void *a, const void *b)
{
	const struct idle_gap *left = *(const struct idle_gap *const *)a;
	const struct idle_gap *right = *(const struct idle_gap *const *)b;

	if (left->length != right->length)
		return left->length < right->length ? 1 : -1;
	return (left->start > right->start) - (left->start < right->start);
}

/* For each gap, by its number: whether it is one of the longest. */
static const bool *idle_find_longest(const struct idle_topic *topic, const struct idle_gaps *gaps)
{
	bool *are_longest = tables_allocate(topic->tables, gaps->count, sizeof(*are_longest));
	const struct idle_gap **sorted = tables_allocate(topic->tables, gaps->count,
							 sizeof(*sorted));

	for (size_t i = 0; i < gaps->count; i++)
		sorted[i] = &gaps->items[i];
	if (gaps->count > LONGEST_SHOWN)
		qsort(sorted, gaps->count, sizeof(*sorted), idle_by_length);
	for (size_t i = 0; i < gaps->count && i < LONGEST_SHOWN; i++)
		are_longest[sorted[i] - gaps->items] = true;
	return are_longest;
}

static struct row *idle_add_gap(const struct idle_view *view, struct table *table,
				const struct idle_group *group, const struct idle_gaps *gaps,
				const struct idle_gap *gap, const char *cause)
{
	struct row *row = idle_begin_row(table, group);

	cell_count(table_at(table, "start"), idle_whole_us(view, gap->start));
	cell_number(table_at(table, "length"), idle_length(view, gap->length));
	cell_number(table_at(table, "of_pass"), 100 * idle_utilisation(gaps, gap->pass));
	cell_string(table_at(table, "cause"), cause);
	cell_number_if(table_at(table, "more_instructions"),
		       gaps->has_instructions, gap->instructions);
	cell_count(table_at(table, "start_ticks"), gap->start);
	cell_count(table_at(table, "length_ticks"), gap->length);
	cell_count(table_at(table, "interrupts"), gap->interrupts);
	cell_count(table_at(table, "smis"), gap->smis);
	return row;
}

static struct table *idle_begin_gaps(const struct idle_topic *topic,
				     const struct idle_events *events)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"start", COLUMN_COUNT, 0, NULL, idle_unit_us},
		{"length", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"of_pass", COLUMN_NUMBER, 0, NULL, "%"},
		{"cause", COLUMN_TEXT, 0, NULL, NULL},
		{"more_instructions", COLUMN_NUMBER, 0, NULL, NULL},
		{"start_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"length_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"interrupts", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"smis", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){"Idle loops", "gaps",
								     idle_title(topic, "Gaps"), 0,
								     columns, COUNT(columns)});

	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.names = {"cause"},
		.x = "start",
		.y = "length",
		.x_axis = idle_time_axis(topic, "elapsed time", "executed instructions"),
		.y_axis = idle_length_axis(topic, "length"),
	};
	idle_layers(topic, &table->chart, CHART_IMPULSES, events, topic->view->run_count);
	return table;
}

static void idle_add_all_gaps(const struct idle_topic *topic, const struct idle_events *events)
{
	struct table *table = idle_begin_gaps(topic, events);
	size_t count = 0;

	for (size_t i = 0; i < topic->view->run_count; i++)
		count += topic->view->runs[i].gaps.count;
	table_reserve(table, count);
	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_gaps *gaps = &topic->view->runs[i].gaps;
		const bool *are_longest = idle_find_longest(topic, gaps);
		const char **causes = idle_causes(topic, gaps);

		for (size_t j = 0; j < gaps->count; j++) {
			idle_add_gap(topic->view, table, &events[i].group, gaps, &gaps->items[j],
				     causes[gaps->items[j].cause])->is_detail = !are_longest[j];
		}
		if (gaps->count > LONGEST_SHOWN)
			table->note = "The longest of each run; --all prints all.";
	}
}

/* ---- What gaps consist of ---- */

struct part_sum {
	const char *name;
	size_t gaps;
	uint64_t ticks;
};

static int idle_by_ticks(const void *a, const void *b)
{
	const struct part_sum *left = a, *right = b;

	if (left->ticks != right->ticks)
		return left->ticks < right->ticks ? 1 : -1;
	return strcmp(left->name, right->name);
}

static void idle_add_part_row(const struct idle_topic *topic, struct table *table,
			      const struct idle_group *group, const struct part_sum *sum,
			      uint64_t whole)
{
	idle_begin_row(table, group);
	cell_string(table_at(table, "part"), sum->name);
	cell_count(table_at(table, "gaps"), sum->gaps);
	cell_number(table_at(table, "total"), idle_length(topic->view, sum->ticks));
	cell_number_if(table_at(table, "share"), whole > 0, (double)sum->ticks / (double)whole);
	cell_count(table_at(table, "total_ticks"), sum->ticks);
}

/* The parts of a run's gaps, and what is left: together as long as the gaps. */
static void idle_add_parts(const struct idle_topic *topic, struct table *table,
			   const struct idle_group *group, const struct idle_gaps *gaps)
{
	struct part_sum *sums = tables_allocate(topic->tables, gaps->part_count + 1, sizeof(*sums));
	struct part_sum rest = {.name = GAP_UNEXPLAINED};
	size_t count = 0;

	for (size_t i = 0; i < gaps->count; i++) {
		const struct idle_gap *gap = &gaps->items[i];
		uint64_t left = gap->length;

		for (size_t j = gap->first_part; j < gap->first_part + gap->part_count; j++) {
			const struct gap_part *part = &gaps->parts[j];
			size_t at = 0;

			while (at < count && strcmp(sums[at].name, part->name) != 0)
				at++;
			if (at == count)
				sums[count++] = (struct part_sum){
					.name = tables_text(topic->tables, "%s", part->name),
				};
			sums[at].gaps++;
			sums[at].ticks += part->ticks;
			left -= part->ticks;
		}
		rest.gaps += left > 0;
		rest.ticks += left;
	}
	if (count > 0)
		qsort(sums, count, sizeof(*sums), idle_by_ticks);
	for (size_t i = 0; i < count; i++)
		idle_add_part_row(topic, table, group, &sums[i], gaps->busy);
	idle_add_part_row(topic, table, group, &rest, gaps->busy);
}

static void idle_add_all_parts(const struct idle_topic *topic, const struct idle_events *events)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"part", COLUMN_TEXT, 0, NULL, NULL},
		{"gaps", COLUMN_COUNT, 0, NULL, NULL},
		{"total", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"share", COLUMN_SHARE, 0, "of all gaps", NULL},
		{"total_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = NULL;

	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_run *run = &topic->view->runs[i];

		if (!run->trace->has_activities)
			continue;
		if (table == NULL)
			table = idle_begin(topic, &(struct idle_shape){
				"Idle loops", "gap-parts",
				"What gaps consist of, by the operating system's trace", 0, columns,
				COUNT(columns)});
		idle_add_parts(topic, table, &events[i].group, &run->gaps);
	}
	if (table != NULL)
		table->note = "The trace lengthens gaps. Unexplained is the system's work between "
			      "traced events, such as entering an interrupt.";
}

/* ---- Passes ---- */

struct table *idle_begin_profile(const struct idle_topic *topic, const struct idle_events *events,
				 size_t count)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"cause", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"begin", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"end", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"utilisation", COLUMN_NUMBER, 0, NULL, "%"},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){"Idle loops", "profile",
								     "Idle profile", TABLE_DATA,
								     columns, COUNT(columns)});
	const struct chart *chart = &table->chart;
	struct chart_layer *layers;

	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.names = {"cause"},
		.x = "begin",
		.x_end = "end",
		.y = "utilisation",
		.x_axis = idle_time_axis(topic, "elapsed time", "executed instructions"),
		.y_axis = {.label = "CPU busy during a pass, in %", .from_zero = true},
	};
	idle_layers(topic, &table->chart, CHART_BARS, events, count);
	layers = tables_allocate(topic->tables, chart->layer_count + 1, sizeof(*layers));
	for (size_t i = 0; i < chart->layer_count; i++)
		layers[i] = chart->layers[i];
	layers[chart->layer_count] = (struct chart_layer){.name = NO_GAP, .style = CHART_BARS};
	table->chart.layers = layers;
	table->chart.layer_count++;
	return table;
}

/* Add the passes with a gap. Passes without a gap would lie on the axis, so one row of the whole
 * run represents them. */
void idle_add_profile(const struct idle_topic *topic, struct table *table,
		      const struct idle_group *group, const struct idle_run *run)
{
	const struct idle_gaps *gaps = &run->gaps;
	double *heights = tables_allocate(topic->tables, gaps->count, sizeof(*heights)), least;
	const char **causes = idle_causes(topic, gaps);
	size_t kept = 0;

	if (gaps->base == 0 || run->trace->pass_count == 0)
		return;
	for (size_t i = 0; i < gaps->count; i++)
		heights[i] = idle_utilisation(gaps, gaps->items[i].pass);
	least = idle_least_kept(topic, heights, gaps->count);
	for (size_t i = 0; i < gaps->count; i++) {
		const struct idle_gap *gap = &gaps->items[i];

		if (heights[i] < least || (topic->rows_max > 0 && kept == topic->rows_max))
			continue;
		idle_begin_row(table, group);
		cell_string(table_at(table, "cause"), causes[gap->cause]);
		cell_number(table_at(table, "begin"), idle_us(topic->view, gap->pass->begin));
		cell_number(table_at(table, "end"), idle_us(topic->view, gap->pass->end));
		cell_number(table_at(table, "utilisation"),
			    100 * idle_utilisation(gaps, gap->pass));
		kept++;
	}
	idle_begin_row(table, group);
	cell_string(table_at(table, "cause"), NO_GAP);
	cell_number(table_at(table, "begin"), 0);
	cell_number(table_at(table, "end"), idle_us(topic->view, run->trace->span));
	cell_number(table_at(table, "utilisation"), 0);
}

static struct table *idle_begin_passes(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"begin_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"end_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"interrupts", COLUMN_COUNT, 0, NULL, NULL},
		{"reading0", COLUMN_COUNT, 0, NULL, NULL},
		{"reading1", COLUMN_COUNT, 0, NULL, NULL},
		{"reading2", COLUMN_COUNT, 0, NULL, NULL},
		{"utilisation", COLUMN_NUMBER, 0, NULL, NULL},
	};
	static const struct chart_layer bars = {.style = CHART_BARS};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){"Idle loops", "passes", "Passes of the idle loop",
					    TABLE_DATA, columns, COUNT(columns)});

	table->chart = (struct chart){
		.kind = CHART_LAYERS,
		.x = "begin_ticks",
		.x_end = "end_ticks",
		.y = "ticks",
		.x_axis = idle_time_axis(topic, "elapsed time", "executed instructions"),
		.y_axis = idle_time_axis(topic, "time of a pass", "instructions of a pass"),
		.layers = &bars,
		.layer_count = 1,
	};
	table->chart.x_axis.scale = idle_us(topic->view, 1);
	table->chart.y_axis.scale = idle_us(topic->view, 1);
	return table;
}

static void idle_add_passes(const struct idle_topic *topic, const struct idle_events *events)
{
	struct table *table = idle_begin_passes(topic);
	size_t count = 0;

	for (size_t i = 0; i < topic->view->run_count; i++)
		count += topic->view->runs[i].trace->pass_count;
	table_reserve(table, count);
	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_run *run = &topic->view->runs[i];

		for (size_t j = 0; j < run->trace->pass_count; j++) {
			const struct idle_pass *pass = &run->trace->passes[j];

			idle_begin_row(table, &events[i].group);
			cell_count(table_at(table, "begin_ticks"), pass->begin);
			cell_count(table_at(table, "end_ticks"), pass->end);
			cell_count(table_at(table, "ticks"), pass->end - pass->begin);
			cell_count(table_at(table, "interrupts"), pass->interrupts);
			for (size_t k = 0; k < IDLE_READINGS_MAX; k++)
				cell_count(table, pass->readings[k]);
			cell_number(table_at(table, "utilisation"),
				    idle_utilisation(&run->gaps, pass));
		}
	}
}

void idle_add_gaps(const struct idle_topic *topic)
{
	const struct idle_events *events = idle_events_of_runs(topic);
	struct table *profile;

	idle_add_events(topic, &idle_gap_names, events, topic->view->run_count);
	idle_add_all_gaps(topic, events);
	idle_add_all_parts(topic, events);
	profile = idle_begin_profile(topic, events, topic->view->run_count);
	for (size_t i = 0; i < topic->view->run_count; i++)
		idle_add_profile(topic, profile, &events[i].group, &topic->view->runs[i]);
	idle_add_passes(topic, events);
}
