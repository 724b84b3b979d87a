/* SPDX-License-Identifier: MIT */
/* Reads the summary that an engine computes, and judges each model. */
#include "tools/fleet/fleet.h"

#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/proof.h"
#include "tools/stats/stats.h"

#define TEXTS_BYTES_MAX (UINT64_C(4) << 30)

/* ---- Lists ---- */

struct reading {
	struct fleet *fleet;
	size_t machine_capacity, model_capacity, figure_capacity, uncounted_capacity;
	struct machine_name {
		int64_t key;
		const char *id, *id_from, *label;
	} * names;
	size_t name_count, name_capacity;
	const char *excess; /* what there is too much of; or NULL */
};

/* Room for one more item; NULL at the limit. */
static void *list_add(void **items, size_t *count, size_t *capacity, size_t size, size_t limit)
{
	if (*count == limit)
		return NULL;
	if (*count == *capacity) {
		*capacity = *capacity == 0 ? 16 : 2 * *capacity;
		*items = xreallocarray(*items, *capacity, size);
	}
	memset((char *)*items + *count * size, 0, size);
	return (char *)*items + (*count)++ * size;
}

static const char *keep_text(struct fleet *fleet, const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(xarena_alloc(&fleet->arena, size), text, size);
}

/* ---- Models, figures and names ---- */

static void add_model(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct fleet *fleet = reading->fleet;
	struct fleet_model *model = list_add((void **)&fleet->models, &fleet->model_count,
					     &reading->model_capacity, sizeof(*model),
					     FLEET_MODELS_MAX);

	if (model == NULL) {
		reading->excess = "models";
		return;
	}
	*model = (struct fleet_model){
		.key = engine_integer(cells[0]),
		.hardware = keep_text(fleet, cells[1]),
		.name = keep_text(fleet, cells[2]),
		.cpu = keep_text(fleet, cells[3]),
		.host = keep_text(fleet, cells[4]),
		.time_base = keep_text(fleet, cells[5]),
	};
}

static void add_figure(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct fleet *fleet = reading->fleet;
	struct fleet_figure *figure = list_add((void **)&fleet->figures, &fleet->figure_count,
					       &reading->figure_capacity, sizeof(*figure),
					       FLEET_FIGURES_MAX);

	if (figure == NULL) {
		reading->excess = "figures";
		return;
	}
	*figure = (struct fleet_figure){
		.key = engine_integer(cells[0]),
		.bench = keep_text(fleet, cells[1]),
		.point = keep_text(fleet, cells[2]),
		.stage = keep_text(fleet, cells[3]),
		.unit = keep_text(fleet, cells[4]),
		.bytes = engine_number(cells[5]),
	};
}

static void add_name(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct machine_name *name = list_add((void **)&reading->names, &reading->name_count,
					     &reading->name_capacity, sizeof(*name),
					     FLEET_MACHINES_MAX);

	if (name == NULL) {
		reading->excess = "machines";
		return;
	}
	*name = (struct machine_name){
		.key = engine_integer(cells[0]),
		.id = keep_text(reading->fleet, cells[1]),
		.id_from = keep_text(reading->fleet, cells[2]),
		.label = keep_text(reading->fleet, cells[3]),
	};
}

static void add_uncounted(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct fleet *fleet = reading->fleet;
	const char **label = list_add((void **)&fleet->uncounted, &fleet->uncounted_count,
				      &reading->uncounted_capacity, sizeof(*label),
				      FLEET_MACHINES_MAX);

	if (label == NULL)
		reading->excess = "machines";
	else
		*label = keep_text(fleet, cells[0]);
}

static int compare_keys(const void *a, const void *b)
{
	int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

	return (first > second) - (first < second);
}

size_t fleet_find_figure(const struct fleet *fleet, int64_t key)
{
	const struct fleet_figure *figure = bsearch(&key, fleet->figures, fleet->figure_count,
						    sizeof(*figure), compare_keys);

	return figure != NULL ? (size_t)(figure - fleet->figures) : fleet->figure_count;
}

size_t fleet_find_model(const struct fleet *fleet, int64_t key)
{
	const struct fleet_model *model = bsearch(&key, fleet->models, fleet->model_count,
						  sizeof(*model), compare_keys);

	return model != NULL ? (size_t)(model - fleet->models) : fleet->model_count;
}

size_t fleet_find_machine(const struct fleet *fleet, int64_t model, int64_t machine)
{
	size_t index = fleet_find_model(fleet, model);
	const struct fleet_model *of = &fleet->models[index];
	const struct fleet_machine *found = NULL;

	if (index < fleet->model_count)
		found = bsearch(&machine, fleet->machines + of->first, of->count, sizeof(*found),
				compare_keys);
	return found != NULL ? (size_t)(found - fleet->machines) : fleet->count;
}

/* ---- Machines ---- */

/* A row of state.sql. */
static void add_machine(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct fleet *fleet = reading->fleet;
	int64_t key = engine_integer(cells[0]);
	const struct machine_name *name = bsearch(&key, reading->names, reading->name_count,
						  sizeof(*name), compare_keys);
	size_t model = fleet_find_model(fleet, engine_integer(cells[1]));
	struct fleet_machine *machine;

	if (model == fleet->model_count || name == NULL)
		return;
	machine = list_add((void **)&fleet->machines, &fleet->count, &reading->machine_capacity,
			   sizeof(*machine), FLEET_MACHINES_MAX);
	if (machine == NULL) {
		reading->excess = "machines";
		return;
	}
	*machine = (struct fleet_machine){
		.key = key,
		.id = name->id,
		.id_from = name->id_from,
		.label = name->label,
		.model = model,
		.boots = (size_t)engine_number(cells[2]),
		.p = 1,
		.records = "",
		.cause = "",
		.state = {.made = engine_integer(cells[3]),
			  .path = keep_text(fleet, cells[4]),
			  .build = keep_text(fleet, cells[5]),
			  .kernel = keep_text(fleet, cells[6]),
			  .microcode = keep_text(fleet, cells[7]),
			  .memory = keep_text(fleet, cells[8]),
			  .memory_bytes = engine_number(cells[9]),
			  .memory_modules = engine_number(cells[10]),
			  .memory_mts = engine_number(cells[11]),
			  .core_mhz = engine_number(cells[12]),
			  .samples = engine_number(cells[13]),
			  .disturbed = engine_number(cells[14]),
			  .smis = engine_number(cells[15]),
			  .firmware = keep_text(fleet, cells[16]),
			  .unlike = keep_text(fleet, cells[17])},
	};
}

/* The usual text, which follows a sign in the cell; NULL if the cell has no sign, and so no usual
 * text. */
static const char *keep_usual(struct fleet *fleet, const char *cell)
{
	return cell[0] == '=' ? keep_text(fleet, cell + 1) : NULL;
}

/* A row of usual.sql. */
static void add_usual(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct fleet *fleet = reading->fleet;
	size_t model = fleet_find_model(fleet, engine_integer(cells[0]));

	if (model == fleet->model_count)
		return;
	fleet->models[model].usual = (struct fleet_state){
		.build = keep_usual(fleet, cells[1]),
		.kernel = keep_usual(fleet, cells[2]),
		.microcode = keep_usual(fleet, cells[3]),
		.memory = keep_usual(fleet, cells[4]),
		.firmware = keep_usual(fleet, cells[5]),
		.memory_bytes = engine_number(cells[6]),
		.memory_modules = engine_number(cells[7]),
		.memory_mts = engine_number(cells[8]),
		.core_mhz = engine_number(cells[9]),
		.samples = engine_number(cells[10]),
		.disturbed = engine_number(cells[11]),
		.smis = engine_number(cells[12]),
	};
}

/* A row of counted.sql. The runs of a machine that is judged are its latest ones, as many as
 * wanted. */
static void prove_boots(void *context, const char *const *cells)
{
	const struct reading *reading = context;
	const struct fleet *fleet = reading->fleet;
	size_t index = fleet_find_machine(fleet, engine_integer(cells[0]),
					  engine_integer(cells[1]));
	int64_t counted = engine_integer(cells[2]), wanted = (int64_t)fleet->settings.boots;
	int64_t expected = counted < wanted ? counted : wanted;

	if (index == fleet->count)
		return;
	proof_require((int64_t)fleet->machines[index].boots == expected,
		      "%s: %zu runs are judged of %lld, with --boots %lld",
		      fleet->machines[index].label, fleet->machines[index].boots,
		      (long long)counted, (long long)wanted);
}

static int compare_machines(const void *a, const void *b)
{
	const struct fleet_machine *first = a, *second = b;

	if (first->model != second->model)
		return first->model < second->model ? -1 : 1;
	return compare_keys(&first->key, &second->key);
}

static void group_machines(struct fleet *fleet)
{
	if (fleet->count > 0)
		qsort(fleet->machines, fleet->count, sizeof(*fleet->machines), compare_machines);
	for (size_t i = fleet->count; i-- > 0;) {
		struct fleet_model *model = &fleet->models[fleet->machines[i].model];

		model->first = i;
		model->count++;
	}
}

static void add_left_out(void *context, const char *const *cells)
{
	struct fleet *fleet = context;

	fleet->invalid = (size_t)engine_number(cells[0]);
	fleet->incomplete = (size_t)engine_number(cells[1]);
	fleet->refused = (size_t)engine_number(cells[2]);
}

static bool allocate_figures(struct fleet *fleet)
{
	if (fleet->figure_count * fleet->model_count > FLEET_CELLS_MAX)
		return false;
	for (size_t i = 0; i < fleet->model_count; i++)
		fleet->models[i].figures = xcalloc(fleet->figure_count + 1,
						   sizeof(*fleet->models[i].figures));
	return true;
}

/* Indices of the values that come from the settings. */
enum { SETTING_BOOTS, SETTING_SINCE, SETTING_UNTIL, SETTINGS };

struct sql_value *fleet_values(const struct fleet_settings *settings,
			       const struct sql_value *others)
{
	size_t count = 0;
	struct sql_value *values;

	while (others != NULL && others[count].name != NULL)
		count++;
	values = xcalloc(SETTINGS + count + 1, sizeof(*values));
	values[SETTING_BOOTS] = (struct sql_value){"boots", xasprintf("%lu", settings->boots)};
	values[SETTING_SINCE] = (struct sql_value){"since",
						   xasprintf("%lld", (long long)settings->since)};
	values[SETTING_UNTIL] = (struct sql_value){"until",
						   xasprintf("%lld", (long long)settings->until)};
	for (size_t i = 0; i < count; i++)
		values[SETTINGS + i] = others[i];
	return values;
}

void fleet_values_free(struct sql_value *values)
{
	for (size_t i = 0; i < SETTINGS; i++)
		free((char *)values[i].text);
	free(values);
}

static bool read_engine(struct reading *reading, struct engine *engine,
			const struct fleet_source *source)
{
	const struct sql_value others[] = {{"state", source->state}, {0}};
	struct sql_value *values = fleet_values(&reading->fleet->settings, others);
	bool good = engine_run(engine, "models", values, 6, add_model, reading) &&
		    engine_run(engine, "figures", values, 6, add_figure, reading) &&
		    engine_run(engine, "machines", values, 4, add_name, reading) &&
		    engine_run(engine, "left_out", values, 3, add_left_out, reading->fleet) &&
		    engine_run(engine, "uncounted", values, 1, add_uncounted, reading) &&
		    engine_run(engine, "state", values, 18, add_machine, reading) &&
		    engine_run(engine, "usual", values, 13, add_usual, reading);

	if (good) {
		group_machines(reading->fleet);
		good = engine_run(engine, "counted", values, 3, prove_boots, reading);
		if (!allocate_figures(reading->fleet))
			reading->excess = "models times figures";
	}
	good = good && reading->excess == NULL &&
	       fleet_summarise(engine, reading->fleet, source);
	fleet_values_free(values);
	return good;
}

/* ---- Verdicts ---- */

bool fleet_is_judged(const struct fleet_model *model, size_t figure)
{
	return model->figures[figure].machines >= ODD_MACHINES_MIN;
}

/* The scales of the figures with enough machines. */
static void set_scales(struct fleet *fleet, struct fleet_model *model)
{
	struct odd_figure *judged = xcalloc(fleet->figure_count + 1, sizeof(*judged));
	size_t count = 0;

	for (size_t i = 0; i < fleet->figure_count; i++) {
		struct odd_figure *figure = &model->figures[i];

		figure->is_exact = strcmp(fleet->figures[i].unit, "instructions") == 0 &&
				   figure->mad == 0 && figure->within == 0;
		if (fleet_is_judged(model, i))
			judged[count++] = *figure;
	}
	odd_set_scales(judged, count);
	model->figure_count = count;
	count = 0;
	for (size_t i = 0; i < fleet->figure_count; i++) {
		if (fleet_is_judged(model, i))
			model->figures[i].scale = judged[count++].scale;
	}
	free(judged);
	model->is_judged = model->count >= ODD_MACHINES_MIN && model->figure_count > 0;
}

static void set_usual_figure_count(const struct fleet *fleet, struct fleet_model *model)
{
	double *counts = xcalloc(model->count, sizeof(*counts));

	for (size_t i = 0; i < model->count; i++)
		counts[i] = (double)fleet->machines[model->first + i].figure_count;
	model->usual_figure_count = (size_t)stats_median(counts, model->count);
	free(counts);
}

static void measure_deviations(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->deviation_count; i++) {
		struct fleet_deviation *deviation = &fleet->deviations[i];
		struct fleet_machine *machine = &fleet->machines[deviation->machine];
		const struct fleet_model *model = &fleet->models[machine->model];
		const struct odd_figure *figure = &model->figures[deviation->figure];

		if (figure->median != 0)
			deviation->change = deviation->value / figure->median - 1;
		if (!fleet_is_judged(model, deviation->figure))
			continue;
		deviation->scales = odd_deviation(figure, deviation->value, deviation->boots);
		machine->largest = fmax(machine->largest, fabs(deviation->scales));
	}
}

static void make_test(struct fleet *fleet, struct fleet_model *model)
{
	double *largest = xcalloc(model->count, sizeof(*largest));

	for (size_t i = 0; i < model->count; i++)
		largest[i] = fleet->machines[model->first + i].largest;
	odd_test_make(&model->test, largest, model->count, model->figure_count);
	free(largest);
}

/* Orders deviations by machine, then the largest deviation first. Deviations of exact figures are
 * infinite, and are ordered by their change. */
static int compare_deviations(const void *a, const void *b)
{
	const struct fleet_deviation *first = a, *second = b;
	double by = fabs(second->scales) - fabs(first->scales);

	if (first->machine != second->machine)
		return first->machine < second->machine ? -1 : 1;
	if (isnan(by) || by == 0)
		by = fabs(second->change) - fabs(first->change);
	return by > 0 ? 1 : by < 0 ? -1 : first->figure < second->figure ? -1 : 1;
}

/* The level holds for the fleet: the models share it (Bonferroni). */
static void judge_machine(struct fleet *fleet, struct fleet_machine *machine,
			  struct fleet_deviation *deviations)
{
	const struct fleet_model *model = &fleet->models[machine->model];

	machine->deviations = deviations;
	if (!model->is_judged || machine->deviation_count == 0)
		return;
	machine->p = fmin(1, odd_probability(&model->test, deviations[0].scales) *
				     (double)fleet->judged_models);
	for (size_t i = 0; i < machine->deviation_count; i++) {
		struct fleet_deviation found = deviations[i];

		found.p = odd_probability_of_machine(&model->test, found.scales);
		if (found.p > fleet->settings.level || machine->p > fleet->settings.level)
			break;
		if (fabs(found.change) < fleet->settings.least_part)
			continue;
		memmove(&deviations[machine->odd_count + 1], &deviations[machine->odd_count],
			(i - machine->odd_count) * sizeof(found));
		deviations[machine->odd_count++] = found;
	}
}

int fleet_compare_oddness(const void *a, const void *b)
{
	const struct fleet_machine *first = *(const struct fleet_machine *const *)a;
	const struct fleet_machine *second = *(const struct fleet_machine *const *)b;

	if ((first->odd_count > 0) != (second->odd_count > 0))
		return first->odd_count > 0 ? -1 : 1;
	if (first->p != second->p)
		return first->p < second->p ? -1 : 1;
	if (first->largest != second->largest)
		return first->largest > second->largest ? -1 : 1;
	return first->odd_count != second->odd_count
		       ? (first->odd_count > second->odd_count ? -1 : 1)
		       : strcmp(first->label, second->label);
}

bool fleet_is_odd_in(const struct fleet_machine *machine, size_t figure)
{
	for (size_t i = 0; i < machine->odd_count; i++) {
		if (machine->deviations[i].figure == figure)
			return true;
	}
	return false;
}

static void list_odd(struct fleet *fleet)
{
	fleet->odd = xcalloc(fleet->count + 1, sizeof(*fleet->odd));
	for (size_t i = 0; i < fleet->count; i++) {
		if (fleet->machines[i].odd_count > 0)
			fleet->odd[fleet->odd_count++] = &fleet->machines[i];
	}
	qsort(fleet->odd, fleet->odd_count, sizeof(*fleet->odd), fleet_compare_oddness);
}

void fleet_measure(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->model_count; i++) {
		set_scales(fleet, &fleet->models[i]);
		if (!fleet->models[i].is_judged)
			continue;
		set_usual_figure_count(fleet, &fleet->models[i]);
		fleet->judged_models++;
		fleet->judged_machines += fleet->models[i].count;
	}
}

void fleet_judge(struct fleet *fleet)
{
	struct fleet_deviation *at = fleet->deviations;

	measure_deviations(fleet);
	for (size_t i = 0; i < fleet->model_count; i++) {
		if (fleet->models[i].is_judged)
			make_test(fleet, &fleet->models[i]);
	}
	if (fleet->deviation_count > 0)
		qsort(fleet->deviations, fleet->deviation_count, sizeof(*fleet->deviations),
		      compare_deviations);
	for (size_t i = 0; i < fleet->deviation_count; i++)
		fleet->machines[fleet->deviations[i].machine].deviation_count++;
	for (size_t i = 0; i < fleet->count; i++) {
		judge_machine(fleet, &fleet->machines[i], at);
		at += fleet->machines[i].deviation_count;
	}
	list_odd(fleet);
}

struct fleet *fleet_load(struct engine *engine, const struct fleet_settings *settings,
			 const struct fleet_source *source)
{
	struct fleet *fleet = xcalloc(1, sizeof(*fleet));
	struct reading reading = {.fleet = fleet};
	bool good;

	fleet->settings = *settings;
	arena_init(&fleet->arena, TEXTS_BYTES_MAX);
	good = read_engine(&reading, engine, source);
	if (reading.excess != NULL)
		warnx("%s: too many %s", engine->name, reading.excess);
	free(reading.names);
	if (good && reading.excess == NULL)
		return fleet;
	fleet_free(fleet);
	return NULL;
}

struct fleet *fleet_read(struct engine *engine, const struct fleet_settings *settings)
{
	static const struct fleet_source now = {"recent WHERE NOT is_past", "state", false};
	struct sql_value *values = fleet_values(settings, NULL);
	struct fleet *fleet = engine_execute(engine, "prepare", values)
				      ? fleet_load(engine, settings, &now)
				      : NULL;

	fleet_values_free(values);
	if (fleet != NULL) {
		fleet_measure(fleet);
		fleet_judge(fleet);
	}
	return fleet;
}

void fleet_free(struct fleet *fleet)
{
	for (size_t i = 0; i < fleet->model_count; i++) {
		free(fleet->models[i].figures);
		free(fleet->models[i].moves);
	}
	free(fleet->odd);
	free(fleet->uncounted);
	free(fleet->deviations);
	free(fleet->figures);
	free(fleet->machines);
	free(fleet->models);
	arena_free(&fleet->arena);
	free(fleet);
}
