/* SPDX-License-Identifier: MIT */
#include "tests/unit/tools/fleet/made_fleet.h"

#include <math.h>
#include <stdio.h>

#include "lib/rng.h"

#define CELL_CHARS 32
#define MODEL "1"
#define SECOND_MODEL "2"
#define SECONDS_A_DAY 86400

/* A row that is filled cell by cell. */
struct cells {
	char texts[ENGINE_CELLS_MAX][CELL_CHARS];
	const char *cells[ENGINE_CELLS_MAX];
	size_t count;
};

static void add_text(struct cells *cells, const char *text)
{
	cells->cells[cells->count++] = text;
}

static void add_number(struct cells *cells, double number)
{
	snprintf(cells->texts[cells->count], CELL_CHARS, "%.17g", number);
	add_text(cells, cells->texts[cells->count]);
}

static void send_row(struct cells *cells, engine_row *row, void *context)
{
	row(context, cells->cells);
	cells->count = 0;
}

/* The key of a machine's model. */
static const char *model_of(const struct made_fleet *made, size_t machine)
{
	return machine < made->of_first ? MODEL : SECOND_MODEL;
}

/* The key of a run is the index of its machine times the boots, plus the number of the boot. Those
 * of earlier runs follow. */
static void send_runs(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i < 2 * made->machines * made->boots; i++) {
		size_t machine = i / made->boots / 2, past = i / made->boots % 2;

		if (past > 0 && made->past[machine] == 0)
			continue;
		add_text(&cells, model_of(made, machine));
		add_number(&cells, MADE_MACHINE_KEY + (double)machine);
		add_number(&cells, (double)past);
		add_number(&cells, (double)((past * made->machines + machine) * made->boots +
					    i % made->boots));
		send_row(&cells, row, context);
	}
}

static bool send_values(struct engine *engine, int64_t run, engine_value *value, void *context)
{
	const struct made_fleet *made = engine->state;
	size_t machine = (size_t)run / made->boots % made->machines;
	double boot = (double)((size_t)run % made->boots) - (double)(made->boots - 1) / 2;
	double times = (1 + made->boot_step * boot) *
		       ((size_t)run < made->machines * made->boots ? 1 : made->past[machine]);

	for (size_t i = 0; i < made->figures; i++) {
		double median = made->values[machine][i] * times;

		if (!isnan(median))
			value(context, MADE_FIGURE_KEY + (int64_t)i, median,
			      made->resolutions[machine]);
	}
	return true;
}

static void send_machines(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i < made->machines; i++) {
		char label[CELL_CHARS];

		snprintf(label, sizeof(label), "node-%zu", i);
		add_number(&cells, MADE_MACHINE_KEY + (double)i);
		add_text(&cells, "0123456789abcdef");
		add_text(&cells, "uuid");
		add_text(&cells, label);
		send_row(&cells, row, context);
	}
}

static void send_states_now(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i < made->machines; i++) {
		add_number(&cells, MADE_MACHINE_KEY + (double)i);
		add_text(&cells, model_of(made, i));
		add_number(&cells, (double)made->boots);
		add_text(&cells, "1790000000");
		for (size_t j = 0; j < 5; j++)
			add_text(&cells, "");
		for (size_t j = 0; j < 7; j++)
			add_text(&cells, "0");
		add_text(&cells, "");
		add_text(&cells, "");
		send_row(&cells, row, context);
	}
}

static void send_models(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i <= made->other_models + (made->of_first < made->machines); i++) {
		add_number(&cells, 1 + (double)i);
		add_text(&cells, "hardware");
		add_text(&cells, "Model A");
		add_text(&cells, "CPU");
		add_text(&cells, "bare-metal");
		add_text(&cells, "real");
		send_row(&cells, row, context);
	}
}

static void send_figures(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i < made->figures + made->other_figures; i++) {
		add_number(&cells, MADE_FIGURE_KEY + (double)i);
		add_text(&cells, "cpu.call");
		add_number(&cells, (double)i);
		add_text(&cells, "");
		add_text(&cells, made->unit);
		add_text(&cells, "0");
		send_row(&cells, row, context);
	}
}

static void add_state(const struct made_fleet *made, size_t i, struct cells *cells)
{
	add_text(cells, made->firmware[i] != NULL ? made->firmware[i] : "");
	for (size_t j = 0; j < 4; j++)
		add_text(cells, "");
}

static void send_series(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i < made->series_count; i++) {
		add_number(&cells, MADE_FIGURE_KEY);
		add_text(&cells, model_of(made, made->series_of));
		add_number(&cells, MADE_MACHINE_KEY + (double)made->series_of);
		add_number(&cells, (double)(i * SECONDS_A_DAY));
		add_number(&cells, made->series[i]);
		add_state(made, i, &cells);
		send_row(&cells, row, context);
	}
}

static void send_days(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i < made->day_count; i++) {
		add_number(&cells, MADE_FIGURE_KEY);
		add_text(&cells, MODEL);
		add_number(&cells, (double)i);
		add_number(&cells, made->days[i]);
		send_row(&cells, row, context);
	}
}

static void send_states(const struct made_fleet *made, engine_row *row, void *context)
{
	struct cells cells = {.count = 0};

	for (size_t i = 0; i < made->day_count; i++) {
		add_text(&cells, MODEL);
		add_number(&cells, (double)i);
		add_state(made, i, &cells);
		send_row(&cells, row, context);
	}
}

/* Tells queries by their text. */
static bool answer(struct engine *engine, const char *sql, size_t cells, engine_row *row,
		   void *context)
{
	const struct made_fleet *made = engine->state;

	(void)cells;
	if (strstr(sql, "CREATE TEMP TABLE") != NULL)
		return true;
	if (strstr(sql, "FROM main.model ") != NULL)
		send_models(made, row, context);
	else if (strstr(sql, "FROM main.figure ") != NULL)
		send_figures(made, row, context);
	else if (strstr(sql, "FROM main.machine ") != NULL)
		send_machines(made, row, context);
	else if (strstr(sql, "SUM(NOT valid)") != NULL)
		row(context, (const char *[]){"1", "2", "3"});
	else if (strstr(sql, "value.median / own.value") != NULL)
		send_days(made, row, context);
	else if (strstr(sql, "mode AS") != NULL)
		row(context, (const char *[]){MODEL, "=", "=", "=", "=", "=", "0", "0", "0", "0",
					      "0", "0", "0"});
	else if (strstr(sql, "smis, firmware") != NULL)
		send_states_now(made, row, context);
	else if (strstr(sql, "value.median, run.firmware") != NULL)
		send_series(made, row, context);
	else if (strstr(sql, "AS day") != NULL)
		send_states(made, row, context);
	else if (strstr(sql, "is_past, run FROM") != NULL)
		send_runs(made, row, context);
	else if (strstr(sql, "shared AS") != NULL)
		for (size_t i = 0; i < made->fact_count; i++)
			row(context, made->facts[i]);
	else if (strstr(sql, "'other model'") != NULL)
		for (size_t i = 0; i < made->unpaired_count; i++)
			row(context, made->unpaired[i]);
	return true;
}

void made_fleet_init(struct made_fleet *made, size_t machines, size_t figures)
{
	struct rng rng;

	*made = (struct made_fleet){
		.machines = machines, .of_first = machines, .figures = figures, .boots = 1,
		.unit = "ns"};
	made->engine = (struct engine){
		.name = (char *)"made-up", .query = answer, .values = send_values, .state = made};
	rng_seed(&rng, 1);
	for (size_t i = 0; i < machines; i++) {
		for (size_t j = 0; j < figures; j++)
			made->values[i][j] = 100 + (double)(rng_next(&rng) % 1000) / 1000;
	}
}

struct fleet *made_fleet_try(struct made_fleet *made)
{
	const struct fleet_settings settings = {.level = 0.05, .boots = 5, .until = INT64_MAX};

	return fleet_read(&made->engine, &settings);
}

struct fleet *made_fleet_read(struct made_fleet *made)
{
	struct fleet *fleet = made_fleet_try(made);

	assert_non_null(fleet);
	return fleet;
}
