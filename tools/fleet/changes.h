/* SPDX-License-Identifier: MIT */
/* When a machine, or a whole model, changed. */
#ifndef TOOLS_FLEET_CHANGES_H
#define TOOLS_FLEET_CHANGES_H

#include "tools/fleet/fleet.h"
#include "tools/stats/change_point.h"

/* Probability that histories without a change show any. */
#define CHANGES_FALSE_ALARMS 0.05

#define CHANGES_FIGURES_MAX 8    /* of an odd machine: the most deviating ones */
#define CHANGES_MACHINES_MAX 200 /* the oddest */
#define CHANGES_VALUES_MAX 1000  /* of a series: the latest; older ones are not looked at */

/* A figure of a machine by run, or of a model by day, relative to the machines' own values. */
struct fleet_series {
	size_t model, figure;
	size_t machine; /* index; the fleet's count: the whole model */
	int64_t *times; /* seconds since 1970 */
	double *values;
	const char **states; /* of machines: what may explain a change, joined */
	size_t count;
	struct change_point *changes;
	size_t change_count;
};

struct fleet_history {
	const struct fleet *fleet;
	struct arena arena;
	struct fleet_series *series;
	size_t count, changed; /* changed: with a change */
	size_t tested;         /* series that are long enough */
	size_t needed;         /* values that a series needs to be tested */
	struct fleet_day {     /* by model and day */
		size_t model;
		int64_t day;
		const char *state;
	} * days;
	size_t day_count;
};

/* Read the histories of the odd figures of odd machines, and of all figures of the models; in a
 * large fleet only of figures in which a machine is odd. On failure, prints the cause and
 * returns NULL. */
struct fleet_history *fleet_history_read(struct engine *engine, const struct fleet *fleet);
void fleet_history_free(struct fleet_history *history);

/* For each machine, set the records that differ. For each odd machine, set the cause. history is
 * NULL if it was not searched. */
void fleet_explain(struct fleet *fleet, const struct fleet_history *history);

/* The series of a machine in a figure; NULL if it was not read. */
const struct fleet_series *fleet_series_of(const struct fleet_history *history, size_t machine,
					   size_t figure);

/* What differs after a change from before: "firmware A, before B"; "" if nothing is known. The
 * caller frees the text. */
char *fleet_change_describe(const struct fleet_history *history, const struct fleet_series *series,
			    const struct change_point *change);

/* Like fleet_change_describe(), between a day of a model and the day before. */
char *fleet_day_describe(const struct fleet_history *history, size_t day);

#endif
