/* SPDX-License-Identifier: MIT */
/* A fleet: its odd machines, when they changed, and all machines by figure and model. */
#ifndef TOOLS_TOPIC_FLEET_FLEET_H
#define TOOLS_TOPIC_FLEET_FLEET_H

#include "tools/fleet/changes.h"
#include "tools/fleet/fleet.h"
#include "tools/fleet/since.h"
#include "tools/table/table.h"

#define FLEET_SHOWN_FIGURES_MAX 12

/* The figures for which a page has a dot for each machine, and the changes of each machine in these
 * figures. */
struct fleet_strips {
	const struct fleet *fleet;
	size_t shown[FLEET_SHOWN_FIGURES_MAX]; /* indices of figures */
	size_t shown_count;
	double *changes; /* by machine and shown figure; NaN: no value */
};

struct topic_fleet {
	const char *paths; /* or an address, as the user gave them */
	struct fleet *fleet;
	struct fleet_history *history; /* NULL: not searched */
	struct fleet_since *since;     /* NULL: machines are not compared with themselves */
	struct fleet_strips strips;    /* from the medians of models */
	struct fleet_strips changes;   /* from the machines themselves, if since is not NULL */
};

/* Choose the figures and read their values for all machines. On failure, prints the cause and
 * returns false. */
bool topic_fleet_read_values(struct engine *engine, struct topic_fleet *content);
void topic_fleet_free_values(struct topic_fleet *content);

/* Whether a model or a machine changed for the worse since the given time. */
bool topic_fleet_is_worse(const struct topic_fleet *content);

/* Make the tables, which refer to the content. */
void topic_fleet(struct tables *tables, const struct topic_fleet *content);

/* ---- Parts ---- */

#define FLEET_SINCE_SECTION "Each machine against itself"

#define FLEET_ODD_FIGURES_SHOWN 5 /* of an odd machine; the others are details */

/* Set the title and the verdict, and add the facts. */
void fleet_set_verdict(struct tables *tables, const struct topic_fleet *content);

/* The day of the latest change: "2026-11-20"; "" without a change, and if series is NULL. */
const char *fleet_since_day(struct tables *tables, const struct fleet_series *series);

/* "all 18 of Model A", "17 of 18 of Model A". */
const char *fleet_group_name(struct tables *tables, const struct fleet *fleet, size_t model,
			     size_t count, size_t of);

/* The changes in the records of a machine, "firmware 1.2 → 1.3; memory …"; "" without changes. If
 * machine is the fleet's number of machines, the changes of the model. */
const char *fleet_facts_text(struct tables *tables, const struct fleet_since *since, size_t model,
			     size_t machine);

void fleet_add_since(struct tables *tables, const struct topic_fleet *content);
void fleet_add_odd(struct tables *tables, const struct topic_fleet *content);
void fleet_add_records(struct tables *tables, const struct topic_fleet *content);
void fleet_add_changes(struct tables *tables, const struct topic_fleet *content);
void fleet_add_figures(struct tables *tables, const struct topic_fleet *content);
void fleet_add_since_figures(struct tables *tables, const struct topic_fleet *content);
void fleet_add_machines(struct tables *tables, const struct topic_fleet *content);
void fleet_add_models(struct tables *tables, const struct topic_fleet *content);

/* Whether a machine is not odd, but differs from its model in its records. */
bool fleet_has_other_records(const struct fleet_machine *machine);

/* Fill the cell "verdict" of a model with that number of odd machines, or of a machine (0 or 1).
 * unjudged is its text if the model was not judged. */
void fleet_verdict_cell(struct table *table, const struct fleet_model *model, size_t odd,
			const char *unjudged);

#endif
