/* SPDX-License-Identifier: MIT */
/* A fleet: machines grouped by model, and those that deviate from the others of their model. */
#ifndef TOOLS_FLEET_FLEET_H
#define TOOLS_FLEET_FLEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/base/arena.h"
#include "tools/fleet/engine.h"
#include "tools/stats/odd.h"

/* A fleet is refused if it exceeds one of these limits. */
#define FLEET_MACHINES_MAX 2000000u
#define FLEET_FIGURES_MAX 20000u
#define FLEET_MODELS_MAX 10000u
#define FLEET_CELLS_MAX 50000000u /* models times figures */

struct fleet_settings {
	double level;         /* probability that a fleet without an odd machine has one */
	unsigned long boots;  /* latest runs of each machine that count */
	int64_t since, until; /* time of the runs, seconds since 1970 */
	double least_part;    /* smaller relative deviations are not odd */
};

struct fleet_figure {
	int64_t key;
	const char *bench, *point, *stage, *unit;
	double bytes; /* moved by one operation; 0: none */
};

/* What may explain a difference: texts of a machine's latest run, and numbers of all of its usable
 * runs. */
struct fleet_state {
	const char *path, *build, *kernel, *microcode, *memory, *firmware;
	const char *unlike; /* items of firmware's state that most of the model have otherwise */
	int64_t made;
	double memory_bytes, memory_modules, memory_mts;
	double core_mhz; /* median; 0: unknown */
	double samples, disturbed, smis;
};

struct fleet_deviation {
	size_t machine, figure;
	double value, boots, spread;
	double before, after; /* of a machine against itself: value is after / before */
	double scales;        /* signed deviation in scales of the model */
	double change;        /* value / median of the model - 1 */
	double p;             /* over the figures of its machine */
};

struct fleet_machine {
	int64_t key;
	const char *id, *id_from, *label;
	size_t model, boots;
	struct fleet_state state;
	size_t figure_count; /* of those that its model is judged by */
	double largest; /* absolute deviation in scales */
	double p;       /* of the largest deviation, over all machines and figures of
					 * the fleet; 1 if the model is not judged */
	const struct fleet_deviation *deviations; /* largest first */
	size_t deviation_count;
	size_t odd_count;    /* of deviations with p up to the level; 0 if the machine's p
					 * is above it */
	const char *records; /* what its records have unlike most of the model; "" if nothing,
			      * or if the model is not judged */
	const char *cause;   /* of an odd machine: `records`, and what was measured; "" if
			      * nothing */
};

/* A figure of machines against themselves. */
struct fleet_move {
	double before, after; /* medians over the machines */
	size_t alike;         /* changed by half to one and a half times the median change */
};

struct fleet_model {
	int64_t key;
	const char *hardware, *name, *cpu, *host, *time_base;
	size_t first, count; /* of its machines */
	bool is_judged;
	struct odd_figure *figures; /* by figure; machines is 0 without values */
	struct fleet_move *moves;   /* by figure; NULL: not compared with themselves */
	size_t figure_count;        /* of those that are judged */
	size_t usual_figure_count;  /* of these, on most machines: the median */
	struct fleet_state usual;   /* most frequent texts, medians of numbers */
	struct odd_test test;
};

struct fleet {
	struct arena arena;
	struct fleet_settings settings;
	struct fleet_machine *machines; /* by model, then key */
	size_t count;
	struct fleet_model *models;
	size_t model_count, judged_models, judged_machines;
	struct fleet_figure *figures;
	size_t figure_count;
	struct fleet_deviation *deviations;
	size_t deviation_count;
	const struct fleet_machine **odd; /* most deviating first */
	size_t odd_count;
	size_t invalid, incomplete, refused; /* runs and logs that do not count */
	const char **absent;                 /* names of a user's list without a run that counts */
	size_t absent_count;
	const char **uncounted;              /* labels of machines without a run that counts */
	size_t uncounted_count;
};

/* Read and judge the fleet of an engine, by the runs since settings->since. Leaves the engine's
 * temporary tables. On failure, prints the cause and returns NULL. */
struct fleet *fleet_read(struct engine *engine, const struct fleet_settings *settings);
void fleet_free(struct fleet *fleet);

/* ---- Parts ---- */

/* Which temporary tables of an engine a fleet is read from: runs and states of machines, as SQL. If
 * is_of_changes, the values are changes of machines since a time. Machines whose value deviates
 * from 1 (no change) are then also read. */
struct fleet_source {
	const char *runs, *state;
	bool is_of_changes;
};

/* Set the figures of each model of a fleet, and add the deviations of its machines. The fleet has
 * its figures, models and machines in their order. Called by fleet_load. On failure, prints the
 * cause and returns false. */
bool fleet_summarise(struct engine *engine, struct fleet *fleet, const struct fleet_source *source);

/* Read without judging; then measure scales and judge the deviations from the medians. */
struct fleet *fleet_load(struct engine *engine, const struct fleet_settings *settings,
			 const struct fleet_source *source);
void fleet_measure(struct fleet *fleet);
void fleet_judge(struct fleet *fleet);

/* The order of pointers to machines: odd ones first, then by the size of the largest deviation. */
int fleet_compare_oddness(const void *a, const void *b);

/* Whether a machine is odd in a figure. */
bool fleet_is_odd_in(const struct fleet_machine *machine, size_t figure);

/* The settings as values {boots}, {since} and {until} of a query, followed by others, which may be
 * NULL. Call fleet_values_free. */
struct sql_value *fleet_values(const struct fleet_settings *settings,
			       const struct sql_value *others);
void fleet_values_free(struct sql_value *values);

/* Whether a figure of a model has values of enough machines. */
bool fleet_is_judged(const struct fleet_model *model, size_t figure);

/* The index of a figure, a model, or a machine of a model; the number of them if there is none. */
size_t fleet_find_figure(const struct fleet *fleet, int64_t key);
size_t fleet_find_model(const struct fleet *fleet, int64_t key);
size_t fleet_find_machine(const struct fleet *fleet, int64_t model, int64_t machine);

#endif
