/* SPDX-License-Identifier: MIT */
/* A fleet: its odd machines, when they changed, and all machines by figure and model. */
#ifndef TOOLS_TOPIC_FLEET_FLEET_H
#define TOOLS_TOPIC_FLEET_FLEET_H

#include "tools/fleet/changes.h"
#include "tools/fleet/fleet.h"
#include "tools/table/table.h"

#define FLEET_SHOWN_FIGURES_MAX 12

/* The change of each machine from its model, for the figures of the page. */
struct topic_fleet {
	const char *paths; /* or an address, as the user gave them */
	struct fleet *fleet;
	struct fleet_history *history;         /* NULL: not searched */
	size_t shown[FLEET_SHOWN_FIGURES_MAX]; /* indices of figures */
	size_t shown_count;
	double *changes; /* by machine and shown figure; NaN: no value */
};

/* Choose the figures and read their values for all machines. On failure, prints the cause and
 * returns false. */
bool topic_fleet_read_values(struct engine *engine, struct topic_fleet *content);
void topic_fleet_free_values(struct topic_fleet *content);

/* Make the tables, which refer to the content. */
void topic_fleet(struct tables *tables, const struct topic_fleet *content);

/* ---- Parts ---- */

#define FLEET_ODD_FIGURES_SHOWN 5 /* of an odd machine; the others are details */

/* Title, verdict and facts. */
void fleet_set_verdict(struct tables *tables, const struct topic_fleet *content);

void fleet_add_odd(struct tables *tables, const struct topic_fleet *content);
void fleet_add_records(struct tables *tables, const struct topic_fleet *content);
void fleet_add_changes(struct tables *tables, const struct topic_fleet *content);
void fleet_add_figures(struct tables *tables, const struct topic_fleet *content);
void fleet_add_machines(struct tables *tables, const struct topic_fleet *content);
void fleet_add_models(struct tables *tables, const struct topic_fleet *content);

/* Whether a machine is not odd, but differs from its model in its records. */
bool fleet_has_other_records(const struct fleet_machine *machine);

/* Fill the cell "verdict" of a model with that number of odd machines, or of a machine. */
void fleet_verdict_cell(struct table *table, const struct fleet_model *model, size_t odd,
			const char *unjudged);

#endif
