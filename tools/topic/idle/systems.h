/* SPDX-License-Identifier: MIT */
/* Comparison of the idle loops and message logs of several systems, as in "Using Latency to
 * Evaluate Computer System Performance", sections 4 and 5. There each system runs the same program
 * with the same input. */
#ifndef TOOLS_TOPIC_IDLE_SYSTEMS_H
#define TOOLS_TOPIC_IDLE_SYSTEMS_H

#include "tools/topic/idle/idle.h"

struct idle_system {
	const char *name;               /* unique */
	const struct idle_view *view;
	/* More trials of the same session, each with a log of its own. */
	const struct idle_view *more;
	size_t more_count;
};

/* The first system is the reference of the comparison. */
struct idle_systems {
	const struct idle_system *items;
	size_t count;                   /* at least 2 */
	const struct idle_settings *settings;
	bool are_trials;                /* of one session, even if only one each */
	bool has_page;                  /* a page: each of its charts needs a table of its own */
};

/* Returns NULL if a system can be compared with the first. Otherwise returns a sentence with the
 * reason: their ticks are of different kinds, or their lengths have different units. */
const char *idle_systems_refuse(struct tables *tables, const struct idle_system *first,
				const struct idle_system *other);

/* Make the tables of all systems together. idle_systems_refuse must have returned NULL for each.
 * Returns the number of points that at least two systems have. */
size_t topic_idle_systems(struct tables *tables, const struct idle_systems *systems);

/* ---- Parts ---- */

/* Data of one system at one point of a benchmark. */
struct idle_side {
	const struct event_set **sets;  /* of its runs or logs */
	const void **of;                /* in the same order: struct idle_run, or struct
					 * idle_message_log */
	size_t *trials;                 /* likewise, the number of the trial */
	size_t count;
	size_t event_count;
	double total;                   /* of their lengths, in the unit of lengths */
};

/* A view of a system by the number of its trial. */
const struct idle_view *idle_system_view(const struct idle_system *system, size_t trial);

struct idle_place {
	struct idle_group group;        /* numbered in the order of first appearance */
	struct idle_side *sides;        /* one for each system */
};

struct idle_places {
	struct idle_place *items;
	size_t count;
	bool are_actions;               /* of message logs; otherwise gaps of idle loops */
};

/* Find the places, of gaps or of the user's actions, that at least two systems have. Returns the
 * number of other places. */
size_t idle_places_find(struct tables *tables, const struct idle_systems *systems,
			bool are_actions, struct idle_places *places);

/* The part of a side that belongs to one boot, a trial. It may be empty. */
struct idle_side idle_side_boot(const struct idle_side *side, size_t trial);

/* The number of trials in a side. A system's other trials are of other sessions. */
size_t idle_side_trials(const struct idle_side *side);

/* Lengths of a side's events of a type, ascending, in the unit of lengths. A type of NULL selects
 * all. */
double *idle_side_lengths(struct tables *tables, const struct idle_system *system,
			  const struct idle_side *side, const char *type, size_t *count);

/* Add a layer for each system to the chart. */
void idle_system_layers(struct tables *tables, const struct idle_systems *systems,
			struct chart *chart, enum chart_style style);

/* Add tables by type of event, and tables of cumulative length. */
void idle_systems_add_types(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places);
void idle_systems_add_cumulative(const struct idle_topic *topic,
				 const struct idle_systems *systems,
				 const struct idle_places *places);

/* The stage of every simple event. */
#define SIMPLE_EVENT_STAGE "taken"

/* Whether a benchmark measures one event many times. It then has a trace and a log of the last
 * trial only, and samples of all trials. */
bool idle_is_simple_event(const struct idle_view *view, const char *bench, const char *point);

/* Names of the types of event at a place, on any system. */
const char **idle_place_types(struct tables *tables, const struct idle_systems *systems,
			      const struct idle_place *place, size_t *count);

/* Add the table of simple events that at least two systems have, and return their number. Add the
 * table of trials. */
size_t idle_systems_add_simple(const struct idle_topic *topic, const struct idle_systems *systems);
void idle_systems_add_trials(const struct idle_topic *topic, const struct idle_systems *systems,
			     const struct idle_places *places);
/* Add the table of saves to a disk. */
void idle_systems_add_saves(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places);
/* Add the tables of a presenter's operations, and of the CPU's counters. */
void idle_systems_add_operations(const struct idle_topic *topic, const struct idle_systems *systems,
				 const struct idle_places *places);
void idle_systems_add_counts(const struct idle_topic *topic, const struct idle_systems *systems,
			     const struct idle_places *places);
void idle_systems_add_above(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places);

#endif
