/* SPDX-License-Identifier: MIT */
/* Message logs: think and wait time by the state of CPU, queue and device; the messages; the user's
 * actions. */
#include <inttypes.h>
#include <string.h>

#include "tools/topic/idle/idle.h"

#define SECTION "Thinking and waiting"

static const struct idle_events *idle_events_of_talks(const struct idle_topic *topic)
{
	const struct idle_view *view = topic->view;
	struct idle_events *events = tables_allocate(topic->tables, view->log_count,
						     sizeof(*events));

	for (size_t i = 0; i < view->log_count; i++)
		events[i] = (struct idle_events){idle_group_of_log(topic->tables, &view->logs[i]),
						 &view->logs[i].figures, 0};
	return events;
}

/* ---- The logs ---- */

static const char *idle_log_losses(const struct idle_topic *topic, const struct message_run *run)
{
	const char *missing = "", *not_logged = "";

	if (run->events_missing > 0)
		missing = tables_text(topic->tables,
				      "Missing: %" PRIu64 " of %" PRIu64 " events, lost or "
				      "contradictory. ",
				      run->events_missing, run->info->events);
	if (run->info->lost > 0)
		not_logged = tables_text(topic->tables,
					 "Not logged: %" PRIu64
					 " events at the end, for lack of room.",
					 run->info->lost);
	if (missing[0] == '\0' && not_logged[0] == '\0')
		return NULL;
	return tables_text(topic->tables, "%s%s", missing, not_logged);
}

static void idle_add_logs(const struct idle_topic *topic, const struct idle_events *events)
{
	static const struct column derived[] = {
		{"events_read", COLUMN_COUNT, 0, "events", NULL},
		{"think", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"wait", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"waits", COLUMN_COUNT, 0, "number of waits", NULL},
		{"for_actions", COLUMN_NUMBER, 0, "wait for actions", idle_unit_ms},
		{"target", COLUMN_VERDICT, 0, "target", NULL},
		{"our_think_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"our_wait_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"events_missing", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"requests_most", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"asynchronous_io_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	size_t count;
	const struct column *columns = idle_record_columns(topic->tables, WIRE_message_log, derived,
							   COUNT(derived), &count);
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "message-logs",
								     "User time", 0, columns,
								     count});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct message_run *run = topic->view->logs[i].run;
		const struct idle_view *view = topic->view;
		uint64_t think = think_wait_ticks(&run->machine, STATE_THINK);
		uint64_t wait = think_wait_ticks(&run->machine, STATE_WAIT);
		struct row *row = idle_begin_row(table, &events[i].group);

		row->remark = idle_log_losses(topic, run);
		row->is_bad = row->remark != NULL || !run->matches_target;
		cell_string(table_at(table, "bench"), run->bench);
		idle_record_cells(table, WIRE_message_log, run->info);
		cell_count(table_at(table, "events_read"), run->event_count);
		cell_number(table_at(table, "think"), idle_time(view, think));
		cell_number(table_at(table, "wait"), idle_time(view, wait));
		cell_count(table_at(table, "waits"), run->machine.waits);
		cell_number(table_at(table, "for_actions"),
			    idle_time(view, wait - run->actions.waited_outside));
		if (run->matches_target)
			cell_verdict(table_at(table, "target"), TABLE_GOOD, "same times");
		else
			cell_verdict(table, TABLE_BAD,
				     tables_text(topic->tables,
						 "other times: think %.4f, wait %.4f ms",
						 idle_time(view, run->info->think_ticks),
						 idle_time(view, run->info->wait_ticks)));
		cell_count(table_at(table, "our_think_ticks"), think);
		cell_count(table_at(table, "our_wait_ticks"), wait);
		cell_count(table_at(table, "events_missing"), run->events_missing);
		cell_count(table_at(table, "requests_most"), run->machine.under_way_most);
		cell_count(table_at(table, "asynchronous_io_ticks"),
			   think_wait_asynchronous_ticks(&run->machine));
	}
}

/* ---- States ---- */

static void idle_add_states(const struct idle_topic *topic, const struct idle_events *events)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"cpu", COLUMN_TEXT, 0, "CPU", NULL},
		{"queue", COLUMN_TEXT, 0, NULL, NULL},
		{"io", COLUMN_TEXT, 0, "I/O waited for", NULL},
		{"device", COLUMN_TEXT, 0, NULL, NULL},
		{"think", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"wait", COLUMN_NUMBER, 0, NULL, idle_unit_ms},
		{"think_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
		{"wait_ticks", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = idle_begin(topic, &(struct idle_shape){SECTION, "states",
								     "Time by machine state",
								     0, columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct think_wait *machine = &topic->view->logs[i].run->machine;

		for (unsigned inputs = 0; inputs < THINK_WAIT_INPUTS; inputs++) {
			uint64_t think = machine->ticks[STATE_THINK][inputs];
			uint64_t wait = machine->ticks[STATE_WAIT][inputs];

			idle_begin_row(table, &events[i].group)->is_detail = think + wait == 0;
			cell_string(table_at(table, "cpu"),
				    (inputs & THINK_WAIT_BUSY) != 0 ? "busy" : "idle");
			cell_string(table_at(table, "queue"),
				    (inputs & THINK_WAIT_QUEUED) != 0 ? "messages" : "empty");
			cell_string(table_at(table, "io"),
				    (inputs & THINK_WAIT_IO) != 0 ? "outstanding" : "none");
			cell_string(table_at(table, "device"),
				    (inputs & THINK_WAIT_DEVICE) != 0 ? "busy" : "idle");
			cell_number(table_at(table, "think"), idle_time(topic->view, think));
			cell_number(table_at(table, "wait"), idle_time(topic->view, wait));
			cell_count(table_at(table, "think_ticks"), think);
			cell_count(table_at(table, "wait_ticks"), wait);
		}
	}
}

static void idle_add_stretches(const struct idle_topic *topic, const struct idle_events *events)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"begin_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"end_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"state", COLUMN_TEXT, 0, NULL, NULL},
		{"cpu_busy", COLUMN_COUNT, 0, NULL, NULL},
		{"queued", COLUMN_COUNT, 0, NULL, NULL},
		{"io", COLUMN_COUNT, 0, NULL, NULL},
		{"device", COLUMN_COUNT, 0, NULL, NULL},
	};
	struct table *table =
		idle_begin(topic, &(struct idle_shape){SECTION, "stretches", "States in time",
						       TABLE_DATA, columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct message_run *run = topic->view->logs[i].run;

		for (size_t j = 0; j < run->stretch_count; j++) {
			const struct message_stretch *stretch = &run->stretches[j];

			idle_begin_row(table, &events[i].group);
			cell_count(table_at(table, "begin_ticks"), stretch->begin);
			cell_count(table_at(table, "end_ticks"), stretch->end);
			cell_string(table_at(table, "state"),
				    stretch->state == STATE_THINK ? "think" : "wait");
			cell_count(table_at(table, "cpu_busy"),
				   (stretch->inputs & THINK_WAIT_BUSY) != 0);
			cell_count(table_at(table, "queued"),
				   (stretch->inputs & THINK_WAIT_QUEUED) != 0);
			cell_count(table_at(table, "io"), (stretch->inputs & THINK_WAIT_IO) != 0);
			cell_count(table_at(table, "device"),
				   (stretch->inputs & THINK_WAIT_DEVICE) != 0);
		}
	}
}

/* ---- Lanes: one for each input of the state machine, and one for its state ---- */

enum lane { LANE_WAIT, LANE_BUSY, LANE_QUEUED, LANE_IO, LANE_DEVICE, LANES };

static bool idle_lane_is_on(const struct message_stretch *stretch, enum lane lane)
{
	static const unsigned inputs[LANES] = {0, THINK_WAIT_BUSY, THINK_WAIT_QUEUED,
					       THINK_WAIT_IO, THINK_WAIT_DEVICE};

	return lane == LANE_WAIT ? stretch->state == STATE_WAIT
				 : (stretch->inputs & inputs[lane]) != 0;
}

struct table *idle_begin_lanes(const struct idle_topic *topic)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"begin", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"end", COLUMN_NUMBER, 0, NULL, idle_unit_us},
	};
	struct table *table = idle_begin(
		topic, &(struct idle_shape){SECTION, "think-wait", "Thinking and waiting",
					    TABLE_DATA, columns, COUNT(columns)});

	table->chart = (struct chart){
		.kind = CHART_INTERVALS,
		.names = {"what"},
		.x = "begin",
		.x_end = "end",
		.x_axis = idle_time_axis(topic, "elapsed time", "executed instructions"),
	};
	return table;
}

/* Skipped if the user never waited. */
void idle_add_lanes(const struct idle_topic *topic, struct table *table,
		    const struct idle_group *group, const struct message_run *run)
{
	static const char *const names[LANES] = {"user waits", "CPU busy", "messages queued",
						 "I/O waited for", "device busy"};

	if (think_wait_ticks(&run->machine, STATE_WAIT) == 0)
		return;
	for (enum lane lane = LANE_WAIT; lane < LANES; lane++) {
		for (size_t from = 0, end; from < run->stretch_count; from = end) {
			end = from + 1;
			if (!idle_lane_is_on(&run->stretches[from], lane))
				continue;
			while (end < run->stretch_count &&
			       idle_lane_is_on(&run->stretches[end], lane))
				end++;
			idle_begin_row(table, group);
			cell_string(table_at(table, "what"), names[lane]);
			cell_number(table_at(table, "begin"),
				    idle_us(topic->view, run->stretches[from].begin));
			cell_number(table_at(table, "end"),
				    idle_us(topic->view, run->stretches[end - 1].end));
		}
	}
}

/* ---- Messages ---- */

static void idle_add_all_messages(const struct idle_topic *topic, const struct idle_events *events)
{
	static const struct column columns[] = {
		IDLE_GROUP_COLUMNS,
		{"message", COLUMN_COUNT, 0, NULL, NULL},
		{"code", COLUMN_COUNT, 0, NULL, NULL},
		{"kind", COLUMN_TEXT, 0, NULL, NULL},
		{"start", COLUMN_NUMBER, 0, NULL, idle_unit_us},
		{"length", COLUMN_NUMBER, 0, NULL, idle_unit_length},
		{"queued_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"taken_ticks", COLUMN_COUNT, 0, NULL, NULL},
		{"done_ticks", COLUMN_COUNT, 0, NULL, NULL},
	};
	struct table *table =
		idle_begin(topic, &(struct idle_shape){SECTION, "messages", "Messages", TABLE_DATA,
						       columns, COUNT(columns)});

	for (size_t i = 0; i < topic->view->log_count; i++) {
		const struct message_run *run = topic->view->logs[i].run;

		for (size_t j = 0; j < run->message_count; j++) {
			const struct message *message = &run->messages[j];

			idle_begin_row(table, &events[i].group);
			cell_count(table_at(table, "message"), message->number);
			cell_count(table_at(table, "code"), message->code);
			cell_string(table_at(table, "kind"), message_type_name(message));
			cell_number(table_at(table, "start"),
				    idle_us(topic->view, message->queued));
			cell_number(table_at(table, "length"),
				    idle_length(topic->view, message->done - message->queued));
			cell_count(table_at(table, "queued_ticks"), message->queued);
			cell_count(table_at(table, "taken_ticks"), message->taken);
			cell_count(table_at(table, "done_ticks"), message->done);
		}
	}
}

void idle_add_messages(const struct idle_topic *topic)
{
	const struct idle_events *events = idle_events_of_talks(topic);
	struct table *actions, *lanes;

	idle_add_logs(topic, events);
	idle_add_states(topic, events);
	idle_add_stretches(topic, events);
	idle_add_events(topic, &idle_action_names, events, topic->view->log_count);
	idle_add_all_messages(topic, events);
	actions = idle_begin_actions(topic, events, topic->view->log_count);
	lanes = idle_begin_lanes(topic);
	for (size_t i = 0; i < topic->view->log_count; i++) {
		idle_add_action_rows(topic, actions, &events[i].group, topic->view->logs[i].run);
		idle_add_lanes(topic, lanes, &events[i].group, topic->view->logs[i].run);
	}
}
