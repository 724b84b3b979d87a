/* SPDX-License-Identifier: MIT */
/* The validation experiment: one event measured by the idle loop, by the handler, and by the
 * program that waits for it, and the differences between the three. */
#include <math.h>
#include <string.h>

#include "tools/stats/stats.h"
#include "tools/topic/idle/idle.h"

/* The stage that holds a benchmark's amount of work per event. */
#define KNOWN_STAGE "known_work"

/* Undisturbed passes shown on both sides of a trial. */
#define MARGIN_PASSES 2

#define SECTION "One event by three methods"

enum { IDLE_LOOP, HANDLER, PROGRAM, LATE, WAYS };

/* ---- Medians ---- */

static uint64_t idle_way_ticks(const struct idle_trial *trial, int way)
{
	const uint64_t ticks[WAYS] = {trial->idle_loop, trial->handler, trial->application,
				      trial->late};

	return ticks[way];
}

/* Medians over the trials of a run; NAN for a measurement that no trial has. */
static void idle_medians(const struct idle_topic *topic, const struct idle_run *run,
			 double medians[WAYS])
{
	double *values = tables_allocate(topic->tables, run->trial_count, sizeof(*values));

	for (int way = 0; way < WAYS; way++) {
		struct stats stats;
		size_t count = 0;

		for (size_t i = 0; i < run->trial_count; i++) {
			const struct idle_trial *trial = &run->trials[i];
			const bool has[WAYS] = {trial->has_idle_loop, trial->has_handler, true,
						trial->has_late};

			if (has[way])
				values[count++] = idle_length(topic->view,
							      idle_way_ticks(&run->trials[i], way));
		}
		stats_describe(values, count, &stats);
		medians[way] = count > 0 ? stats.median : NAN;
	}
}

/* The benchmark's work per event; NAN if unknown. */
static double idle_known_work(const struct idle_view *view, const struct idle_run *run)
{
	const struct bench *bench = result_bench(view->analysis->result, run->trace->bench);

	for (size_t i = 0; bench != NULL && i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		if (series->warm.count > 0 && strcmp(series->info->stage, KNOWN_STAGE) == 0 &&
		    strcmp(series->info->point, run->trace->info->point) == 0)
			return idle_length(view, series->warm.values[series->warm.count - 1]);
	}
	return NAN;
}

static void idle_add_validation(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"work", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"idle_loop", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"handler", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"program", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"less_work", COLUMN_NUMBER, COLUMN_IMPLIED, "loop - work", idle_unit_length},
		{"less_program", COLUMN_NUMBER, COLUMN_IMPLIED, "loop - program", idle_unit_length},
		{"late", COLUMN_NUMBER, 0, NULL, idle_unit_length},
	};
	const char *title = idle_title(topic, "Medians");
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "validation", title,
								     0, columns, COUNT(columns)});

	table->note =
		"work: the known work of the program. idle loop: the delay of its passes. "
		"handler: from its first instruction to its return. program: by its own time "
		"stamps, from receiving the event to the end of its work. loop - work: the path "
		"of the interrupt. loop - program: time outside the program's time stamps. late: "
		"from the due time of the interrupt to the handler's first instruction, or to the "
		"program's if an operating system hides the handler.";
	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_run *run = &topic->view->runs[i];
		const struct idle_group group = idle_group_of_run(topic->tables, run);
		double known = idle_known_work(topic->view, run), medians[WAYS];

		if (run->trial_count == 0)
			continue;
		idle_medians(topic, run, medians);
		idle_begin_row(table, &group);
		cell_count(table_at(table, "n"), run->trial_count);
		cell_number(table_at(table, "work"), known);
		cell_number(table_at(table, "idle_loop"), medians[IDLE_LOOP]);
		cell_number(table_at(table, "handler"), medians[HANDLER]);
		cell_number(table_at(table, "program"), medians[PROGRAM]);
		cell_number(table_at(table, "less_work"), medians[IDLE_LOOP] - known);
		cell_number(table_at(table, "less_program"), medians[IDLE_LOOP] - medians[PROGRAM]);
		cell_number(table_at(table, "late"), medians[LATE]);
	}
}

/* ---- Each trial ---- */

static void idle_add_each_trial(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"vector", COLUMN_COUNT, 0, NULL, NULL},
		{"entered_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"idle_loop_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"handler_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"application_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"late_ticks", COLUMN_COUNT, 0, NULL, NULL},
	};
	struct table *table = idle_begin(topic,
					 &(struct idle_shape){SECTION, "trials", "Each event",
							      TABLE_DATA, columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_run *run = &topic->view->runs[i];
		const struct idle_group group = idle_group_of_run(topic->tables, run);

		for (size_t j = 0; j < run->trial_count; j++) {
			const struct idle_trial *trial = &run->trials[j];

			idle_begin_row(table, &group);
			cell_count(table_at(table, "vector"), trial->vector);
			cell_count(table_at(table, "entered_ticks"), trial->entered);
			cell_count_if(table_at(table, "idle_loop_ticks"), trial->has_idle_loop,
				      trial->idle_loop);
			cell_count_if(table_at(table, "handler_ticks"), trial->has_handler,
				      trial->handler);
			cell_count(table_at(table, "application_ticks"), trial->application);
			cell_count_if(table_at(table, "late_ticks"), trial->has_late, trial->late);
		}
	}
}

/* ---- The first trial, by all three ---- */

struct table *idle_begin_event(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"seen_by", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"begin", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"end", COLUMN_NUMBER, 0, NULL, idle_unit_us},
	};
	struct table *table = idle_begin(topic,
					 &(struct idle_shape){SECTION, "event", SECTION, TABLE_DATA,
							      columns, COUNT(columns)});

	table->chart = (struct chart){
		.kind = CHART_INTERVALS,
		.names = {"seen_by"},
		.x = "begin",
		.x_end = "end",
		.x_axis = idle_time_axis(topic, "elapsed time", "executed instructions"),
	};
	table->chart.x_axis.from_zero = false;
	return table;
}

static void idle_add_interval(const struct idle_topic *topic, struct table *table,
			      const struct idle_group *group, const char *seen_by, uint64_t begin,
			      uint64_t end)
{
	idle_begin_row(table, group);
	cell_string(table_at(table, "seen_by"), seen_by);
	cell_number(table_at(table, "begin"), idle_us(topic->view, begin));
	cell_number(table_at(table, "end"), idle_us(topic->view, end));
}

void idle_add_event(const struct idle_topic *topic, struct table *table,
		    const struct idle_group *group, const struct idle_run *run)
{
	const struct idle_trial *trial = &run->trials[0];
	const struct idle_trace *trace = run->trace;
	uint64_t margin = MARGIN_PASSES * run->gaps.base;

	if (run->trial_count == 0 || trace->pass_count == 0)
		return;
	for (size_t i = 0; i < trace->pass_count; i++) {
		const struct idle_pass *pass = &trace->passes[i];

		if (pass->end + margin > trial->entered && pass->begin < trial->leave + margin)
			idle_add_interval(topic, table, group,
					  (pass->end > trial->entered && pass->begin < trial->leave)
						  ? "elongated pass"
						  : "passes of the idle loop",
					  pass->begin, pass->end);
	}
	if (trial->has_handler)
		idle_add_interval(topic, table, group, "handler", trial->entered, trial->leave);
	idle_add_interval(topic, table, group, "program's time stamps", trial->resume, trial->done);
}

void idle_add_trials(const struct idle_topic *topic)
{
	struct table *event;

	idle_add_validation(topic);
	idle_add_each_trial(topic);
	event = idle_begin_event(topic);
	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_group group = idle_group_of_run(topic->tables,
								  &topic->view->runs[i]);

		idle_add_event(topic, event, &group, &topic->view->runs[i]);
	}
}
