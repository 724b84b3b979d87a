/* SPDX-License-Identifier: MIT */
/* Tables of idle loops, message logs and noise reports. */
#ifndef TOOLS_TOPIC_IDLE_IDLE_H
#define TOOLS_TOPIC_IDLE_IDLE_H

#include "tools/idle/view.h"
#include "tools/table/table.h"

/* Make all tables of a view. The view's data must outlive them. */
void topic_idle_view(struct tables *tables, const struct idle_view *view,
		     const struct idle_settings *settings);

/* ---- Parts ---- */

struct idle_topic {
	struct tables *tables;
	const struct idle_view *view;
	const struct idle_settings *settings;
	/* of a table with a chart: keep the rows with the highest values; 0: all */
	size_t rows_max;
	const struct idle_group
		*only; /* NULL, or the only group of each table; its section is section */
	const char *section;
};

/* The subject of a table: a run, a message log or a noise report, by its number in the log. */
struct idle_group {
	uint64_t number;
	const char *label, *bench, *point;
};

struct idle_group idle_group_of_run(struct tables *tables, const struct idle_run *run);
struct idle_group idle_group_of_log(struct tables *tables, const struct idle_message_log *log);
struct idle_group idle_group_of_noise(const struct idle_topic *topic, const struct noise *noise);

/* First columns of every table of several groups. */
#define IDLE_GROUP_COLUMNS \
	{"number", COLUMN_COUNT, COLUMN_GROUP | COLUMN_DATA, NULL, NULL}, \
	{ \
		"of", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL \
	}
struct row *idle_begin_row(struct table *table, const struct idle_group *group);

/* Last columns of a table of gaps: their number and length per tick of the clock. */
#define IDLE_PER_TICK_COUNT 2
#define IDLE_PER_TICK_COLUMNS \
	{"n_per_tick", COLUMN_NUMBER, 0, "n a tick", NULL}, \
	{ \
		"per_tick", COLUMN_NUMBER, 0, "a tick", idle_unit_length \
	}

/* Placeholders for units of the view: of lengths, and of time on the machine's clock. */
extern const char idle_unit_length[], idle_unit_ms[], idle_unit_us[];

struct idle_shape {
	const char *section, *name, *title;
	unsigned flags;
	const struct column *columns;
	size_t column_count;
};

/* A title with the unit of lengths: "Gaps, in µs". Without the unit in a table of a single group,
 * whose name idle_begin() appends. */
const char *idle_title(const struct idle_topic *topic, const char *what);

/* A sentence that defines a tick of the machine's clock. */
const char *idle_whose_time(const struct idle_view *view);

/* Begin a table, with the view's units in its columns. A table of a single group has the group in
 * its name and title instead of in columns. */
struct table *idle_begin(const struct idle_topic *topic, const struct idle_shape *shape);

/* Convert ticks of the machine's clock to microseconds; idle_whole_us() also rounds. If the clock's
 * rate is missing, returns ticks. */
double idle_us(const struct idle_view *view, uint64_t ticks);
uint64_t idle_whole_us(const struct idle_view *view, uint64_t ticks);

/* Axes with a unit. The first is of time, "elapsed time, in µs"; or, if the clock counts
 * instructions, of instructions, "executed instructions, in thousands". The second is of
 * lengths. */
struct chart_axis idle_time_axis(const struct idle_topic *topic, const char *what,
				 const char *counted);
struct chart_axis idle_length_axis(const struct idle_topic *topic, const char *what);

/* Columns for programs with all fields of a kind of record except its number, followed by
 * others. */
struct column *idle_record_columns(struct tables *tables, enum wire_kind kind,
				   const struct column *others, size_t count, size_t *all);
void idle_record_cells(struct table *table, enum wire_kind kind, const void *record);

/* The minimum value of the rows_max rows with the highest values. Returns a value below all if
 * there are no more than rows_max rows. */
double idle_least_kept(const struct idle_topic *topic, const double *values, size_t count);

/* ---- Sets of events ---- */

struct idle_events {
	struct idle_group group;
	const struct event_set *set;
	double clock_ticks;             /* of gaps: ticks of the clock in the run; 0: unknown */
};

struct idle_events_names {
	const char *section;
	const char *types, *lengths, *above, *cumulative; /* names of tables */
	const char *types_title, *lengths_title;
	const char *type; /* "cause" */
};

/* Add tables by type, by length, above thresholds, and of cumulative length. */
void idle_add_events(const struct idle_topic *topic, const struct idle_events_names *names,
		     const struct idle_events *events, size_t count);

/* A note that defines excess latency, and lists the types with their own limit. */
const char *idle_excess_latency_note(const struct idle_topic *topic);

/* A threshold in the unit of lengths. */
double idle_threshold(const struct idle_view *view, uint64_t ticks);

/* Add a layer to the chart for each type of event. */
void idle_layers(const struct idle_topic *topic, struct chart *chart, enum chart_style style,
		 const struct idle_events *events, size_t count);

/* Set the chart of a table of cumulative length. The caller adds the layers. */
void idle_chart_cumulative(const struct idle_topic *topic, struct table *table);

/* Tables with one chart each, and their rows of one group. */
struct table *idle_begin_lengths(const struct idle_topic *topic,
				 const struct idle_events_names *names);
void idle_add_lengths(const struct idle_topic *topic, struct table *table,
		      const struct idle_events *events);
struct table *idle_begin_cumulative(const struct idle_topic *topic,
				    const struct idle_events_names *names);
void idle_add_cumulative(const struct idle_topic *topic, struct table *table,
			 const struct idle_events *events);

extern const struct idle_events_names idle_gap_names, idle_action_names;

/* ---- Idle loops ---- */

void idle_add_runs(const struct idle_topic *topic);
void idle_add_gaps(const struct idle_topic *topic);
void idle_add_trials(const struct idle_topic *topic);

/* Ticks of the clock in a run: those that the target counted, or the rate of its timer times the
 * observed time. 0 if neither is known. */
double idle_clock_ticks(const struct idle_view *view, const struct idle_run *run);

/* What a view's unexplained gaps may be, or which recorder is missing: a constant sentence to
 * follow "Unexplained: ". NULL without such gaps. */
const char *idle_unexplained_note(const struct idle_view *view);

/* One element for each run. */
const struct idle_events *idle_events_of_runs(const struct idle_topic *topic);

struct table *idle_begin_profile(const struct idle_topic *topic, const struct idle_events *events,
				 size_t count);
void idle_add_profile(const struct idle_topic *topic, struct table *table,
		      const struct idle_group *group, const struct idle_run *run);
struct table *idle_begin_event(const struct idle_topic *topic);
void idle_add_event(const struct idle_topic *topic, struct table *table,
		    const struct idle_group *group, const struct idle_run *run);

/* ---- Messages and noise ---- */

void idle_add_messages(const struct idle_topic *topic);
void idle_add_action_counts(const struct idle_topic *topic);
extern const char idle_counts_note[];
void idle_add_background(const struct idle_topic *topic);
void idle_add_screens(const struct idle_topic *topic);
void idle_add_operations(const struct idle_topic *topic);
void idle_add_slides(const struct idle_topic *topic);
void idle_add_saves(const struct idle_topic *topic);
extern const char idle_unwritten_note[];        /* of a table with a save to memory */
struct table *idle_begin_actions(const struct idle_topic *topic, const struct idle_events *events,
				 size_t count);
void idle_add_action_rows(const struct idle_topic *topic, struct table *table,
			  const struct idle_group *group, const struct message_run *run);
struct table *idle_begin_lanes(const struct idle_topic *topic);
void idle_add_lanes(const struct idle_topic *topic, struct table *table,
		    const struct idle_group *group, const struct message_run *run);

void idle_add_noise(const struct idle_topic *topic);
struct table *idle_begin_noise_gaps(const struct idle_topic *topic);
void idle_add_noise_gaps(const struct idle_topic *topic, struct table *table,
			 const struct idle_group *group, const struct noise *noise);

#endif
