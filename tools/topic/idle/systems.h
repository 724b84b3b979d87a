/* SPDX-License-Identifier: MIT */
/* The idle loops and message logs of several systems laid over each other: "Using Latency to
 * Evaluate Computer System Performance", sections 4 and 5, where one program is given the same
 * input on each. */
#ifndef TOOLS_TOPIC_IDLE_SYSTEMS_H
#define TOOLS_TOPIC_IDLE_SYSTEMS_H

#include "tools/topic/idle/idle.h"

struct idle_system {
	const char *name;               /* no other has it */
	const struct idle_view *view;
};

/* The first is what the others are held against. */
struct idle_systems {
	const struct idle_system *items;
	size_t count;                   /* two at least */
	const struct idle_settings *settings;
};

/* Why a system can't be held against the first, as a sentence, or NULL: what a tick is, is another
 * thing there, or lengths have another unit. */
const char *idle_systems_refuse(struct tables *tables, const struct idle_system *first,
				const struct idle_system *other);

/* Make the tables of all systems together, of which none is refused. Returns how many points at
 * least two of them have in common. */
size_t topic_idle_systems(struct tables *tables, const struct idle_systems *systems);

/* ---- For the parts ---- */

/* One benchmark's point, and what each system has of it. */
struct idle_side {
	const struct event_set **sets;  /* of its runs or logs */
	const void **of;                /* the same: struct idle_run or struct idle_talk */
	size_t count;
	size_t event_count;
	double total;                   /* their lengths together, in the unit of lengths */
};

struct idle_place {
	struct idle_group group;        /* numbered in the order in which they are first met */
	struct idle_side *sides;        /* one of each system */
};

struct idle_places {
	struct idle_place *items;
	size_t count;
	bool are_actions;               /* of message logs; else gaps of idle loops */
};

/* Of gaps or of the user's actions: the places of which at least two systems have something, and
 * how many there are besides. */
size_t idle_places_find(struct tables *tables, const struct idle_systems *systems,
			bool are_actions, struct idle_places *places);

/* The lengths of a side's events of that type (NULL: of all), rising, in the unit of lengths. */
double *idle_side_lengths(struct tables *tables, const struct idle_system *system,
			  const struct idle_side *side, const char *type, size_t *count);

/* A layer of each system in a picture. */
void idle_system_layers(struct tables *tables, const struct idle_systems *systems,
			struct chart *chart, enum chart_style style);

/* Tables by type of event, and their running sums. */
void idle_systems_add_types(const struct idle_topic *topic, const struct idle_systems *systems,
			    const struct idle_places *places);
void idle_systems_add_cumulative(const struct idle_topic *topic,
				 const struct idle_systems *systems,
				 const struct idle_places *places);

#endif
