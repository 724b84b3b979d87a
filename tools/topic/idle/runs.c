/* SPDX-License-Identifier: MIT */
/* Runs of the idle loop: parameters and results. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/topic/idle/idle.h"

double idle_clock_ticks(const struct idle_view *view, const struct idle_run *run)
{
	const struct wire_idle *info = run->trace->info;

	if (info->clock_ticks > 0 || view->scale.ticks_per_second <= 0)
		return (double)info->clock_ticks;
	return round((double)info->tick_hz * idle_time(view, run->gaps.observed) /
		     (double)MS_PER_SECOND);
}

static bool has_unexplained(const struct idle_gaps *gaps)
{
	for (size_t i = 0; i < gaps->cause_count; i++) {
		if (gaps->causes[i].count > 0 && strcmp(gaps->causes[i].name, GAP_UNEXPLAINED) == 0)
			return true;
	}
	return false;
}

const char *idle_unexplained_note(const struct idle_view *view)
{
	bool is_process = result_is_of_process(view->analysis->result), is_found = false;

	for (size_t i = 0; i < view->run_count; i++) {
		if (!has_unexplained(&view->runs[i].gaps))
			continue;
		if (is_process && !view->runs[i].trace->has_activities)
			return "nothing recorded the kernel's interrupts and threads; run with "
			       "--trace-gaps.";
		is_found = true;
	}
	if (!is_found)
		return NULL;
	return is_process ? "a hypervisor, firmware, or work that the kernel does not trace."
			  : "hardware, firmware, a hypervisor or the sibling thread.";
}

const struct idle_events *idle_events_of_runs(const struct idle_topic *topic)
{
	const struct idle_view *view = topic->view;
	struct idle_events *events = tables_allocate(topic->tables, view->run_count,
						     sizeof(*events));

	for (size_t i = 0; i < view->run_count; i++)
		events[i] = (struct idle_events){idle_group_of_run(topic->tables, &view->runs[i]),
						 &view->runs[i].figures,
						 idle_clock_ticks(view, &view->runs[i])};
	return events;
}

/* ---- The loop ---- */

static void idle_add_loops(const struct idle_topic *topic, const struct idle_events *events)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"idle_by", COLUMN_TEXT, 0, NULL, NULL},
		{"pass", COLUMN_NUMBER, 0, "undisturbed pass", idle_unit_length},
		{"recording", COLUMN_NUMBER, 0, "recording", idle_unit_length},
		{"gaps_from", COLUMN_NUMBER, 0, "gap threshold", idle_unit_length},
		{"instructions", COLUMN_NUMBER, 0, NULL, NULL},
		{"readings", COLUMN_TEXT, 0, NULL, NULL},
		{"undisturbed_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"gaps_from_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){"Idle loops", "loops",
								     idle_title(topic, "Loops"),
								     0, columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_run *run = &topic->view->runs[i];
		const struct wire_idle *info = run->trace->info;
		const struct idle_gaps *gaps = &run->gaps;
		bool is_busy = info->quantum_ticks > 0;

		idle_begin_row(table, &events[i].group);
		cell_string(table_at(table, "idle_by"), info->kind);
		cell_number_if(table_at(table, "pass"), is_busy,
			       idle_length(topic->view, gaps->base));
		cell_number_if(table_at(table, "recording"), is_busy,
			       idle_length(topic->view, info->record_ticks));
		cell_number(table_at(table, "gaps_from"),
			    idle_length(topic->view, gaps->threshold));
		cell_number_if(table_at(table, "instructions"), gaps->has_instructions,
			       gaps->instructions);
		cell_string_or_none(table_at(table, "readings"), info->readings);
		cell_count(table_at(table, "undisturbed_ticks"), gaps->base);
		cell_count(table_at(table, "gaps_from_ticks"), gaps->threshold);
	}
	if (column_is_used(table, table_column(table, "instructions")))
		table->note = "Instructions: in an undisturbed pass.";
}

/* ---- Results ---- */

/* A sentence about missing records; NULL if the trace is complete. */
static const char *idle_losses(const struct idle_topic *topic, const struct idle_trace *trace)
{
	const struct wire_idle *info = trace->info;
	const char *missing = "", *overwritten = "", *not_recorded = "";

	if (trace->passes_missing > 0 || trace->events_missing > 0)
		missing = tables_text(topic->tables,
				      "Missing: %" PRIu64 " passes and %" PRIu64
				      " events, lost or contradictory. ",
				      trace->passes_missing, trace->events_missing);
	if (info->passes_lost > 0)
		overwritten = tables_text(topic->tables,
					  "Overwritten: %" PRIu64 " of %" PRIu64
					  " passes, the oldest: the ring holds %" PRIu64 ". ",
					  info->passes_lost, info->passes, info->capacity);
	if (info->events_lost > 0)
		not_recorded = tables_text(topic->tables,
					"Not recorded: %" PRIu64 " of %" PRIu64
					" events, for lack of space; later causes are by count "
					"only. ",
					info->events_lost, info->events);
	if (missing[0] == '\0' && overwritten[0] == '\0' && not_recorded[0] == '\0')
		return NULL;
	return tables_text(topic->tables, "%s%s%s", missing, overwritten, not_recorded);
}

/* The table contains all fields of the record for programs. */
static struct table *idle_begin_runs(const struct idle_topic *topic)
{
	static const struct column derived[] = {
		{"observed", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"not_observed", COLUMN_NUMBER, COLUMN_DETAIL, "before start", idle_unit_ms},
		{"rested", COLUMN_NUMBER, 0, "loop slept", idle_unit_ms},
		{"passes_read", COLUMN_COUNT, 0, "passes", NULL},
		{"busy", COLUMN_NUMBER, 0, NULL, "%"},
		{"gaps", COLUMN_COUNT, 0, NULL, NULL},
		{"bursts", COLUMN_COUNT, COLUMN_DETAIL, "with an interrupt", NULL},
		{"observed_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"busy_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"passes_missing", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"events_missing", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	size_t count;
	struct column *columns = idle_record_columns(topic->tables, WIRE_idle, derived,
						     COUNT(derived), &count);

	for (size_t i = 0; i < count; i++) {
		if (strcmp(columns[i].name, "ended") == 0 ||
		    strcmp(columns[i].name, "interrupts") == 0)
			columns[i].flags = 0;
	}
	return idle_begin(topic, &(struct idle_shape){"Idle loops", "runs", "Runs", 0,
						      columns, count});
}

void idle_add_runs(const struct idle_topic *topic)
{
	const struct idle_events *events = idle_events_of_runs(topic);
	struct table *table;

	idle_add_loops(topic, events);
	table = idle_begin_runs(topic);
	for (size_t i = 0; i < topic->view->run_count; i++) {
		const struct idle_run *run = &topic->view->runs[i];
		const struct idle_view *view = topic->view;
		const struct idle_trace *trace = run->trace;
		uint64_t start = idle_start(trace);
		struct row *row = idle_begin_row(table, &events[i].group);

		row->remark = idle_losses(topic, trace);
		row->is_bad = trace->passes_missing > 0 || trace->events_missing > 0 ||
			      trace->info->events_lost > 0;
		cell_string(table_at(table, "bench"), trace->bench);
		idle_record_cells(table, WIRE_idle, trace->info);
		cell_number(table_at(table, "observed"), idle_time(view, run->gaps.observed));
		cell_number_if(table_at(table, "not_observed"),
			       start > run->gaps.base, idle_time(view, start));
		cell_number_if(table_at(table, "rested"), trace->info->rested_ticks > 0,
			       idle_time(view, trace->info->rested_ticks));
		cell_count(table_at(table, "passes_read"), trace->pass_count);
		cell_number(table_at(table, "busy"), 100 * run->utilisation);
		cell_count(table_at(table, "gaps"), run->gaps.count);
		cell_count(table_at(table, "bursts"), run->bursts);
		cell_count(table_at(table, "observed_ticks"), run->gaps.observed);
		cell_count(table_at(table, "busy_ticks"), run->gaps.busy);
		cell_count(table_at(table, "passes_missing"), trace->passes_missing);
		cell_count(table_at(table, "events_missing"), trace->events_missing);
	}
	if (column_is_used(table, table_column(table, "rested")))
		table->note = "Busy: of the session, with the time in which the loop slept.";
	else if (column_is_used(table, table_column(table, "not_observed")))
		table->note = "Before start: the CPU was busy with unrecorded work.";
}
