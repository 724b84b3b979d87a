/* SPDX-License-Identifier: MIT */
/* From what idle loops, message logs and noise reports say to tables. */
#ifndef TOOLS_TOPIC_IDLE_IDLE_H
#define TOOLS_TOPIC_IDLE_IDLE_H

#include "tools/idle/view.h"
#include "tools/table/table.h"

/* Make all tables of a view, whose result must outlive them. */
void topic_idle_view(struct tables *tables, const struct idle_view *view,
		     const struct idle_settings *settings);

/* ---- For the parts ---- */

struct idle_topic {
	struct tables *tables;
	const struct idle_view *view;
	const struct idle_settings *settings;
	size_t rows_max; /* of a table for a picture, the rows that show most; 0: all */
	const struct idle_group
		*only; /* each table is of this one, in that section; NULL: of all */
	const char *section;
};

/* What a table is of: a run, a message log or a noise report, by its number in the log. */
struct idle_group {
	uint64_t number;
	const char *label, *bench, *point;
};

struct idle_group idle_group_of_run(struct tables *tables, const struct idle_run *run);
struct idle_group idle_group_of_talk(struct tables *tables, const struct idle_talk *talk);
struct idle_group idle_group_of_noise(const struct idle_topic *topic, const struct noise *noise);

/* The columns that every table of several groups begins with, and their cells. */
#define IDLE_GROUP_COLUMNS \
	{"number", COLUMN_COUNT, COLUMN_GROUP | COLUMN_DATA, NULL, NULL}, \
	{ \
		"of", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL \
	}
struct row *idle_begin_row(struct table *table, const struct idle_group *group);

/* Units of columns that stand for the view's own: of lengths, and of time on the machine's
 * clock. */
extern const char idle_unit_length[], idle_unit_ms[], idle_unit_us[];

struct idle_shape {
	const char *section, *name, *title;
	unsigned flags;
	const struct column *columns;
	size_t column_count;
};

/* "Gaps, in µs", after the unit of lengths; without it where the title is to go on. */
const char *idle_title(const struct idle_topic *topic, const char *what);

/* What a tick of the machine's clock is, in a sentence. */
const char *idle_whose_time(const struct idle_view *view);

/* Begin a table with the view's units in its columns. One that is of a single group has that in
 * its name and title, and no columns for it. */
struct table *idle_begin(const struct idle_topic *topic, const struct idle_shape *shape);

/* Ticks on the machine's clock in microseconds, and the number of whole ones; ticks if its rate is
 * lost. */
double idle_us(const struct idle_view *view, uint64_t ticks);
uint64_t idle_whole_us(const struct idle_view *view, uint64_t ticks);

/* "elapsed time, in µs" of a chart's axis, and the same of the unit of lengths. */
struct chart_axis idle_time_axis(const struct idle_topic *topic, const char *what);
struct chart_axis idle_length_axis(const struct idle_topic *topic, const char *what);

/* Columns for programs of all fields of a kind of record but its number, followed by others; and
 * their cells. */
struct column *idle_record_columns(struct tables *tables, enum wire_kind kind,
				   const struct column *others, size_t count, size_t *all);
void idle_record_cells(struct table *table, enum wire_kind kind, const void *record);

/* How high a value must be for its row to be among the rows_max highest; below all when there are
 * no more rows than that. */
double idle_least_kept(const struct idle_topic *topic, const double *values, size_t count);

/* ---- Sets of events, of whatever origin ---- */

struct idle_events {
	struct idle_group group;
	const struct event_set *set;
};

struct idle_events_names {
	const char *section;
	const char *types, *lengths, *above, *cumulative; /* tables' names */
	const char *types_title, *lengths_title;
	const char *type; /* "cause" */
};

/* Tables by type, by length, above thresholds, and their running sum. */
void idle_add_events(const struct idle_topic *topic, const struct idle_events_names *names,
		     const struct idle_events *events, size_t count);

/* A layer for each of the types that the events have, in that style. */
void idle_layers(const struct idle_topic *topic, struct chart *chart, enum chart_style style,
		 const struct idle_events *events, size_t count);

/* Draw a table of sums up to each length, whose layers the caller adds. */
void idle_chart_cumulative(const struct idle_topic *topic, struct table *table);

/* Tables of a picture each, and the rows of one group. */
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

/* The events of every run. */
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
void idle_add_background(const struct idle_topic *topic);
void idle_add_screens(const struct idle_topic *topic);
void idle_add_operations(const struct idle_topic *topic);
void idle_add_slides(const struct idle_topic *topic);
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
