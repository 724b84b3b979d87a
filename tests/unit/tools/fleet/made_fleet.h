/* SPDX-License-Identifier: MIT */
/* A made-up fleet of one or two models, and an engine that answers the queries about it without a
 * database. */
#ifndef TESTS_UNIT_TOOLS_FLEET_MADE_FLEET_H
#define TESTS_UNIT_TOOLS_FLEET_MADE_FLEET_H

#include "tests/unit/unit.h"

#include "tools/fleet/fleet.h"

#define MADE_MACHINES_MAX 40
#define MADE_FIGURES_MAX 8
#define MADE_RUNS_MAX 1064

/* Keys of machines and figures are their index plus this. */
#define MADE_MACHINE_KEY 100
#define MADE_FIGURE_KEY 10

struct made_fleet {
	size_t machines, figures, boots;
	size_t of_first;        /* machines of the first model; the others are of a second one */
	double values[MADE_MACHINES_MAX][MADE_FIGURES_MAX]; /* NaN: none */
	double resolutions[MADE_MACHINES_MAX]; /* of all its figures */
	double boot_step;       /* by which the values of successive boots differ, as a part */
	/* Before the time, machine i had its values times past[i]. 0: it has no earlier run. */
	double past[MADE_MACHINES_MAX];
	const char *unit;
	size_t other_models, other_figures; /* without machines and values */

	/* A history: of the first figure of one machine, and of the model, by day. */
	size_t series_of, series_count, day_count;
	double series[MADE_RUNS_MAX], days[MADE_RUNS_MAX];
	const char *firmware[MADE_RUNS_MAX]; /* of either, by run or day */

	/* Rows of facts.sql and unpaired.sql. */
	const char *(*facts)[8], *(*unpaired)[4];
	size_t fact_count, unpaired_count;

	struct engine engine;
};

/* Machines with values that differ by up to a percent, as if by chance. */
void made_fleet_init(struct made_fleet *made, size_t machines, size_t figures);

/* fleet_read with usual settings. */
struct fleet *made_fleet_try(struct made_fleet *made);

/* Like made_fleet_try(), which must succeed. */
struct fleet *made_fleet_read(struct made_fleet *made);

#endif
