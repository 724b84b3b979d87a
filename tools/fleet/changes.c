/* SPDX-License-Identifier: MIT */
/* Steps are those of stats/change_point.h. Half of the level is shared by the series of odd
 * machines, of which there are few. The other half is shared by the series of models
 * (Bonferroni). */
#include "tools/fleet/changes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/stats/step_test.h"

#define TEXTS_BYTES_MAX (1u << 30)
#define SERIES_MAX 200000u
#define SECONDS_A_DAY 86400
/* Limit of machines times figures. In a smaller fleet, models are followed in all figures; in a
 * larger one only in figures in which a machine is odd. */
#define DAILY_VALUES_MAX 5000000u

/* The parts of a state, in its order. */
static const char *const state_names[] = {"firmware", "microcode", "memory", "kernel", "build"};

#define STATES (sizeof(state_names) / sizeof(state_names[0]))
#define STATE_SEPARATOR '\n' /* in no printable text */

struct reading {
	struct fleet_history *history;
	struct fleet_series *last;
	size_t capacity, day_capacity, value_capacity;
};

/* ---- Series ---- */

static const char *keep_state(struct fleet_history *history, const char *const *cells)
{
	char *text = NULL;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	const char *kept;

	for (size_t i = 0; i < STATES; i++)
		fprintf(file, "%s%c", cells[i], STATE_SEPARATOR);
	file_end_memory(file, &text);
	kept = arena_copy(&history->arena, text, strlen(text) + 1);
	free(text);
	return kept != NULL ? kept : "";
}

static struct fleet_series *series_of(struct reading *reading, size_t model, size_t machine,
				      size_t figure)
{
	struct fleet_history *history = reading->history;
	struct fleet_series *series = reading->last;

	if (series != NULL && series->model == model && series->machine == machine &&
	    series->figure == figure)
		return series;
	if (history->count == SERIES_MAX)
		return NULL;
	if (history->count == reading->capacity) {
		reading->capacity = 2 * reading->capacity + 16;
		history->series = xreallocarray(history->series, reading->capacity,
						sizeof(*history->series));
	}
	series = &history->series[history->count++];
	*series = (struct fleet_series){.model = model, .machine = machine, .figure = figure};
	reading->last = series;
	reading->value_capacity = 0;
	return series;
}

static void series_add(struct reading *reading, struct fleet_series *series, int64_t time,
		       double value, const char *state)
{
	if (series == NULL)
		return;
	if (series->count == CHANGES_VALUES_MAX) {
		size_t rest = CHANGES_VALUES_MAX - 1;

		memmove(series->times, series->times + 1, rest * sizeof(*series->times));
		memmove(series->values, series->values + 1, rest * sizeof(*series->values));
		memmove(series->states, series->states + 1, rest * sizeof(*series->states));
		series->count--;
	}
	if (series->count == reading->value_capacity) {
		reading->value_capacity = 2 * reading->value_capacity + 16;
		series->times = xreallocarray(series->times, reading->value_capacity,
					      sizeof(*series->times));
		series->values = xreallocarray(series->values, reading->value_capacity,
					       sizeof(*series->values));
		series->states = xreallocarray(series->states, reading->value_capacity,
					       sizeof(*series->states));
	}
	series->times[series->count] = time;
	series->values[series->count] = value;
	series->states[series->count++] = state;
}

/* A row of series.sql. */
static void add_run_value(void *context, const char *const *cells)
{
	struct reading *reading = context;
	const struct fleet *fleet = reading->history->fleet;
	size_t figure = fleet_find_figure(fleet, engine_integer(cells[0]));
	size_t machine = fleet_find_machine(fleet, engine_integer(cells[1]),
					    engine_integer(cells[2]));

	if (figure == fleet->figure_count || machine == fleet->count)
		return;
	series_add(reading, series_of(reading, fleet->machines[machine].model, machine, figure),
		   engine_integer(cells[3]), engine_number(cells[4]),
		   keep_state(reading->history, cells + 5));
}

/* A row of daily.sql. */
static void add_day_value(void *context, const char *const *cells)
{
	struct reading *reading = context;
	const struct fleet *fleet = reading->history->fleet;
	size_t figure = fleet_find_figure(fleet, engine_integer(cells[0]));
	size_t model = fleet_find_model(fleet, engine_integer(cells[1]));
	double value = engine_number(cells[3]);

	if (figure == fleet->figure_count || model == fleet->model_count || !(value > 0))
		return;
	series_add(reading, series_of(reading, model, fleet->count, figure),
		   engine_integer(cells[2]) * SECONDS_A_DAY, value, "");
}

/* A row of states.sql. */
static void add_day_state(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct fleet_history *history = reading->history;

	if (history->day_count == reading->day_capacity) {
		reading->day_capacity = 2 * reading->day_capacity + 16;
		history->days = xreallocarray(history->days, reading->day_capacity,
					      sizeof(*history->days));
	}
	history->days[history->day_count++] = (struct fleet_day){
		.model = fleet_find_model(history->fleet, engine_integer(cells[0])),
		.day = engine_integer(cells[1]),
		.state = keep_state(history, cells + 2)};
}

/* ---- Reading ---- */

/* Lists of keys for SQL; the caller frees both. Returns false if no machine is odd. */
static bool odd_keys(const struct fleet *fleet, char **machines, char **figures)
{
	size_t size, count = fleet->odd_count;
	bool *is_listed = xcalloc(fleet->figure_count + 1, sizeof(*is_listed));
	FILE *machine_file = file_in_memory(machines, &size);
	FILE *figure_file = file_in_memory(figures, &size);

	if (count > CHANGES_MACHINES_MAX)
		count = CHANGES_MACHINES_MAX;
	for (size_t i = 0; i < count; i++) {
		const struct fleet_machine *machine = fleet->odd[i];

		fprintf(machine_file, "%s%lld", i > 0 ? "," : "", (long long)machine->key);
		for (size_t j = 0; j < machine->odd_count && j < CHANGES_FIGURES_MAX; j++)
			is_listed[machine->deviations[j].figure] = true;
	}
	for (size_t i = 0, listed = 0; i < fleet->figure_count; i++) {
		if (is_listed[i])
			fprintf(figure_file, "%s%lld", listed++ > 0 ? "," : "",
				(long long)fleet->figures[i].key);
	}
	file_end_memory(machine_file, machines);
	file_end_memory(figure_file, figures);
	free(is_listed);
	return count > 0;
}

static bool read_series(struct engine *engine, struct reading *reading)
{
	const struct fleet *fleet = reading->history->fleet;
	char *machines, *figures;
	bool has_odd = odd_keys(fleet, &machines, &figures);
	bool is_large = fleet->count * fleet->figure_count > DAILY_VALUES_MAX;
	const struct sql_value lists[] = {{"machines", machines},
					  {"figures", figures},
					  {0}};
	const char *daily_figures = is_large ? figures : "SELECT figure FROM main.figure";
	const struct sql_value daily[] = {{"figures", daily_figures}, {0}};
	struct sql_value *values = fleet_values(&fleet->settings, lists);
	struct sql_value *daily_values = fleet_values(&fleet->settings, daily);
	bool good = (!has_odd ||
		     engine_run(engine, "series", values, 10, add_run_value, reading)) &&
		    engine_execute(engine, "side", daily_values) &&
		    engine_run(engine, "daily", daily_values, 4, add_day_value, reading) &&
		    engine_run(engine, "states", values, 7, add_day_state, reading);

	fleet_values_free(daily_values);
	fleet_values_free(values);
	free(figures);
	free(machines);
	return good;
}

/* Whether a series is of a model or of an odd figure of its machine. The lists of keys also select
 * other series. */
static bool is_wanted(const struct fleet *fleet, const struct fleet_series *series)
{
	const struct fleet_machine *machine;

	if (series->machine == fleet->count)
		return true;
	machine = &fleet->machines[series->machine];
	for (size_t i = 0; i < machine->odd_count && i < CHANGES_FIGURES_MAX; i++) {
		if (machine->deviations[i].figure == series->figure)
			return true;
	}
	return false;
}

static bool is_exact(const struct fleet *fleet, const struct fleet_series *series)
{
	return fleet->models[series->model].figures[series->figure].is_exact;
}

static void find_steps(struct fleet_history *history, struct fleet_series *series, double level)
{
	size_t needed = step_test_needed(level);

	history->tested += series->count >= needed;
	if (history->needed == 0 || needed < history->needed)
		history->needed = needed;
	series->change_count =
		is_exact(history->fleet, series)
			? change_points_exact(series->values, series->count, series->changes)
			: change_points(series->values, series->count, level, series->changes);
	history->changed += series->change_count > 0;
}

static void find_changes(struct fleet_history *history)
{
	const struct fleet *fleet = history->fleet;
	size_t wanted[2] = {0};

	for (size_t i = 0; i < history->count; i++)
		wanted[history->series[i].machine == fleet->count] +=
			is_wanted(fleet, &history->series[i]);
	for (size_t i = 0; i < history->count; i++) {
		struct fleet_series *series = &history->series[i];
		size_t sharing = wanted[series->machine == fleet->count];

		series->changes = xcalloc(series->count + 1, sizeof(*series->changes));
		if (is_wanted(fleet, series))
			find_steps(history, series,
				   CHANGES_FALSE_ALARMS / 2 / fmax(1, (double)sharing));
	}
}

struct fleet_history *fleet_history_read(struct engine *engine, const struct fleet *fleet)
{
	struct fleet_history *history = xcalloc(1, sizeof(*history));
	struct reading reading = {.history = history};

	history->fleet = fleet;
	arena_init(&history->arena, TEXTS_BYTES_MAX);
	if (read_series(engine, &reading)) {
		find_changes(history);
		return history;
	}
	fleet_history_free(history);
	return NULL;
}

void fleet_history_free(struct fleet_history *history)
{
	for (size_t i = 0; i < history->count; i++) {
		free(history->series[i].times);
		free(history->series[i].values);
		free(history->series[i].states);
		free(history->series[i].changes);
	}
	free(history->series);
	free(history->days);
	arena_free(&history->arena);
	free(history);
}

const struct fleet_series *fleet_series_of(const struct fleet_history *history, size_t machine,
					   size_t figure)
{
	for (size_t i = 0; history != NULL && i < history->count; i++) {
		if (history->series[i].machine == machine && history->series[i].figure == figure)
			return &history->series[i];
	}
	return NULL;
}

/* ---- Description ---- */

static const char *state_at(const struct fleet_history *history, const struct fleet_series *series,
			    size_t i)
{
	int64_t day = series->times[i] / SECONDS_A_DAY;

	if (series->machine < history->fleet->count)
		return series->states[i];
	for (size_t j = 0; j < history->day_count; j++) {
		if (history->days[j].model == series->model && history->days[j].day == day)
			return history->days[j].state;
	}
	return "";
}

static char *describe(const char *before, const char *after)
{
	char *text, separator[] = {STATE_SEPARATOR, '\0'};
	size_t size, parts = 0;
	FILE *file = file_in_memory(&text, &size);

	for (size_t i = 0; i < STATES && *before != '\0' && *after != '\0'; i++) {
		size_t old = strcspn(before, separator), new = strcspn(after, separator);

		if ((old != new || strncmp(before, after, old) != 0) && new > 0)
			fprintf(file, "%s%s %.*s, before %.*s", parts++ > 0 ? "; " : "",
				state_names[i], (int)new, after, (int)(old > 0 ? old : 7),
				old > 0 ? before : "unknown");
		before += old + (before[old] != '\0');
		after += new + (after[new] != '\0');
	}
	file_end_memory(file, &text);
	return text;
}

char *fleet_change_describe(const struct fleet_history *history, const struct fleet_series *series,
			    const struct change_point *change)
{
	return describe(state_at(history, series, change->first - 1),
			state_at(history, series, change->first));
}

char *fleet_day_describe(const struct fleet_history *history, size_t day)
{
	const struct fleet_day *before = day > 0 ? &history->days[day - 1] : NULL;

	if (before == NULL || before->model != history->days[day].model)
		return xstrdup("");
	return describe(before->state, history->days[day].state);
}
