/* SPDX-License-Identifier: MIT */
/* fleet.db keeps the values of a run together. SQL that groups values by figure sorts all of them,
 * so they are read by machine instead, into a matrix of the machines and figures of one model: 48
 * bytes for each figure of each machine of the largest model. */
#include "tools/fleet/fleet.h"

#include <err.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"

#define DEVIATIONS_MAX 20000000u
/* Smaller deviations, in MADs, are left out, because every odd machine has a larger one. */
#define DEVIATION_LEAST 1.5
/* With fewer runs, the spread of a machine is unknown. */
#define SPREAD_RUNS_MIN 3
/* Numbers of a figure: value, boots, spread and resolution. */
#define COLUMNS 4

/* A figure of a machine. Its value is after / before. Unless the machine is compared with itself,
 * before is 1. */
struct measure {
	double before, after, spread, resolution;
	size_t boots; /* 0: no value */
};

struct reading {
	struct engine *engine;
	struct fleet *fleet;
	const struct fleet_source *source;
	size_t deviation_capacity;
	bool is_failed;

	/* The runs of one machine on one side of the time. */
	int64_t model_key, machine_key, side;
	int64_t *runs;
	size_t run_count, run_capacity;
	double *values; /* by figure, then run */
	size_t next_figure;
	struct measure *sides[2]; /* by figure; 1: runs before the time */

	size_t model;             /* the fleet's count: none */
	struct measure *measures; /* by machine, then figure */
	double *columns[COLUMNS]; /* numbers of one figure, of each machine that has it */
};

/* ---- Machines ---- */

/* Receives the values of a run in the order of figures. */
static void add_value(void *context, int64_t key, double median, double resolution)
{
	struct reading *reading = context;
	const struct fleet *fleet = reading->fleet;
	size_t figure = reading->next_figure;
	struct measure *measure;

	while (figure < fleet->figure_count && fleet->figures[figure].key < key)
		figure++;
	reading->next_figure = figure;
	if (figure == fleet->figure_count || fleet->figures[figure].key != key || !isfinite(median))
		return;
	reading->next_figure++;
	measure = &reading->sides[reading->side][figure];
	measure->resolution = fmax(measure->resolution, resolution);
	reading->values[figure * reading->run_count + measure->boots++] = median;
}

/* The median of the values; *spread is the median absolute deviation from it. Changes the
 * values. */
static double median_of(double *values, size_t count, double *spread)
{
	double median = stats_median(values, count);

	for (size_t i = 0; i < count; i++)
		values[i] = fabs(values[i] - median);
	*spread = stats_median(values, count);
	return median;
}

static void end_side(struct reading *reading)
{
	size_t figures = reading->fleet->figure_count;
	struct measure *side = reading->sides[reading->side];

	memset(side, 0, figures * sizeof(*side));
	reading->values = xreallocarray(reading->values, reading->run_count * figures + 1,
					sizeof(*reading->values));
	for (size_t i = 0; i < reading->run_count && !reading->is_failed; i++) {
		reading->next_figure = 0;
		reading->is_failed = !reading->engine->values(reading->engine, reading->runs[i],
							      add_value, reading);
	}
	for (size_t i = 0; i < figures; i++) {
		if (side[i].boots > 0)
			side[i].after = median_of(&reading->values[i * reading->run_count],
						  side[i].boots, &side[i].spread);
		side[i].before = 1;
	}
	reading->run_count = 0;
}

/* A machine's median since, divided by its median before. The spread of the quotient is that of
 * both sides, each around its own median. */
static struct measure change_between(const struct measure *old, const struct measure *new)
{
	double change = new->after / old->after;
	double old_spread = old->spread / old->after, new_spread = new->spread / new->after;

	if (old->boots == 0 || new->boots == 0 || !(old->after > 0) || !(new->after > 0) ||
	    !isfinite(change))
		return (struct measure){0};
	return (struct measure){
		.before = old->after,
		.after = new->after,
		.spread = change * sqrt(new_spread * new_spread + old_spread * old_spread),
		.resolution = change * fmax(old->resolution / old->after,
					   new->resolution / new->after),
		.boots = old->boots < new->boots ? old->boots : new->boots,
	};
}

static void end_machine(struct reading *reading)
{
	struct fleet *fleet = reading->fleet;
	size_t machine = fleet_find_machine(fleet, reading->model_key, reading->machine_key);
	size_t figures = fleet->figure_count;

	for (size_t i = 0; i < figures && machine < fleet->count; i++) {
		size_t row = machine - fleet->models[reading->model].first;
		struct measure *sides[] = {&reading->sides[0][i], &reading->sides[1][i]};

		reading->measures[row * figures + i] = reading->source->is_of_changes
							       ? change_between(sides[1], sides[0])
							       : *sides[0];
	}
	for (size_t i = 0; i < 2; i++)
		memset(reading->sides[i], 0, figures * sizeof(*reading->sides[i]));
}

/* ---- Models ---- */

static void add_deviation(struct reading *reading, const struct fleet_deviation *deviation)
{
	struct fleet *fleet = reading->fleet;

	if (fleet->deviation_count == DEVIATIONS_MAX) {
		if (!reading->is_failed)
			warnx("%s: too many deviations", reading->engine->name);
		reading->is_failed = true;
		return;
	}
	if (fleet->deviation_count == reading->deviation_capacity) {
		reading->deviation_capacity = 2 * reading->deviation_capacity + 16;
		fleet->deviations = xreallocarray(fleet->deviations, reading->deviation_capacity,
						  sizeof(*fleet->deviations));
	}
	fleet->deviations[fleet->deviation_count++] = *deviation;
}

static void add_deviations(struct reading *reading, size_t figure)
{
	size_t figures = reading->fleet->figure_count;
	const struct fleet_model *model = &reading->fleet->models[reading->model];
	const struct odd_figure *usual = &model->figures[figure];
	double centre = reading->source->is_of_changes ? 1 : usual->median;

	for (size_t i = 0; i < model->count; i++) {
		const struct measure *measure = &reading->measures[i * figures + figure];
		double value = measure->after / measure->before;
		double distance = fmax(fabs(value - usual->median), fabs(value - centre));

		if (measure->boots > 0 && distance > DEVIATION_LEAST * usual->mad)
			add_deviation(reading,
				      &(struct fleet_deviation){.machine = model->first + i,
								.figure = figure,
								.value = value,
								.boots = (double)measure->boots,
								.spread = measure->spread,
								.before = measure->before,
								.after = measure->after,
								.p = 1});
	}
}

/* How far the machines moved with their model: those whose change is at least half and at most one
 * and a half times the median change. */
static void set_move(struct reading *reading, size_t figure)
{
	size_t figures = reading->fleet->figure_count, count = 0;
	const struct fleet_model *model = &reading->fleet->models[reading->model];
	struct fleet_move *move = &model->moves[figure];
	double median = model->figures[figure].median;

	for (size_t i = 0; i < model->count; i++) {
		const struct measure *measure = &reading->measures[i * figures + figure];

		if (measure->boots == 0)
			continue;
		reading->columns[0][count] = measure->before;
		reading->columns[1][count++] = measure->after;
		move->alike += fabs(measure->after / measure->before - median) <=
			       fabs(median - 1) / 2;
	}
	move->before = stats_median(reading->columns[0], count);
	move->after = stats_median(reading->columns[1], count);
}

/* How many figures each machine has of those that its model is judged by. */
static void count_figure(struct reading *reading, size_t figure)
{
	struct fleet *fleet = reading->fleet;
	const struct fleet_model *model = &fleet->models[reading->model];

	for (size_t i = 0; i < model->count && fleet_is_judged(model, figure); i++)
		fleet->machines[model->first + i].figure_count +=
			reading->measures[i * fleet->figure_count + figure].boots > 0;
}

static void summarise_figure(struct reading *reading, size_t figure)
{
	size_t figures = reading->fleet->figure_count, count = 0, known = 0;
	const struct fleet_model *model = &reading->fleet->models[reading->model];
	struct odd_figure *usual = &model->figures[figure];
	double **columns = reading->columns;

	for (size_t i = 0; i < model->count; i++) {
		const struct measure *measure = &reading->measures[i * figures + figure];

		if (measure->boots == 0)
			continue;
		columns[0][count] = measure->after / measure->before;
		columns[1][count++] = (double)measure->boots;
		if (measure->boots >= SPREAD_RUNS_MIN)
			columns[2][known++] = measure->spread;
		columns[3][count - 1] = measure->resolution;
	}
	if (count == 0)
		return;
	usual->machines = count;
	usual->median = median_of(columns[0], count, &usual->mad);
	usual->boots = stats_median(columns[1], count);
	usual->within = known > 0 ? stats_median(columns[2], known) : 0;
	usual->resolution = stats_median(columns[3], count);
	count_figure(reading, figure);
	add_deviations(reading, figure);
	if (reading->source->is_of_changes)
		set_move(reading, figure);
}

static void end_model(struct reading *reading)
{
	size_t figures = reading->fleet->figure_count;

	if (reading->model == reading->fleet->model_count)
		return;
	for (size_t i = 0; i < figures; i++)
		summarise_figure(reading, i);
	for (size_t i = 0; i < COLUMNS; i++)
		free(reading->columns[i]);
	free(reading->measures);
}

static void begin_model(struct reading *reading, int64_t key)
{
	const struct fleet *fleet = reading->fleet;
	struct fleet_model *model;
	size_t count;

	reading->model = fleet_find_model(fleet, key);
	if (reading->model == fleet->model_count)
		return;
	model = &fleet->models[reading->model];
	count = model->count + 1;
	free(model->moves); /* a foreign database may have two models of one key */
	if (reading->source->is_of_changes)
		model->moves = xcalloc(fleet->figure_count + 1, sizeof(*model->moves));
	reading->measures = xcalloc(count, (fleet->figure_count + 1) * sizeof(*reading->measures));
	for (size_t i = 0; i < COLUMNS; i++)
		reading->columns[i] = xcalloc(count, sizeof(*reading->columns[i]));
}

/* ---- All ---- */

/* A row of runs.sql. */
static void add_run(void *context, const char *const *cells)
{
	struct reading *reading = context;
	int64_t model = engine_integer(cells[0]), machine = engine_integer(cells[1]);
	int64_t side = engine_integer(cells[2]) != 0;
	bool is_other_model = model != reading->model_key;
	bool is_other_machine = is_other_model || machine != reading->machine_key;

	if (is_other_machine || side != reading->side)
		end_side(reading);
	if (is_other_machine)
		end_machine(reading);
	if (is_other_model) {
		end_model(reading);
		begin_model(reading, model);
	}
	reading->model_key = model;
	reading->machine_key = machine;
	reading->side = side;
	if (reading->run_count == reading->run_capacity) {
		reading->run_capacity = 2 * reading->run_capacity + 16;
		reading->runs = xreallocarray(reading->runs, reading->run_capacity,
					      sizeof(*reading->runs));
	}
	reading->runs[reading->run_count++] = engine_integer(cells[3]);
}

bool fleet_summarise(struct engine *engine, struct fleet *fleet, const struct fleet_source *source)
{
	const struct sql_value values[] = {{"runs", source->runs}, {0}};
	struct reading reading = {.engine = engine,
				  .fleet = fleet,
				  .source = source,
				  .model_key = -1, /* no key is negative */
				  .model = fleet->model_count};
	bool good;

	for (size_t i = 0; i < 2; i++)
		reading.sides[i] = xcalloc(fleet->figure_count + 1, sizeof(*reading.sides[i]));
	good = engine_run(engine, "runs", values, 4, add_run, &reading);
	end_side(&reading);
	end_machine(&reading);
	end_model(&reading);
	for (size_t i = 0; i < 2; i++)
		free(reading.sides[i]);
	free(reading.values);
	free(reading.runs);
	return good && !reading.is_failed;
}
