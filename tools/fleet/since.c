/* SPDX-License-Identifier: MIT */
/* With one run on either side, a machine alone shows nothing. But the machines of its model show
 * how much two runs of one machine differ by chance, by the scale of their quotients. With three
 * runs on either side, the spread around each side's own median is a second estimate, and the
 * larger estimate counts. */
#include "tools/fleet/since.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/rank_test.h"

#define FACTS_MAX 1000000u

struct reading {
	struct fleet_since *since;
	size_t fact_capacity, unpaired_capacity;
};

static const char *keep_text(struct fleet_since *since, const char *text)
{
	size_t size = strlen(text) + 1;

	return memcpy(xarena_alloc(&since->changes->arena, size), text, size);
}

/* Room for one more item; NULL at the limit. */
static void *list_add(void **items, size_t *count, size_t *capacity, size_t size)
{
	if (*count == FACTS_MAX)
		return NULL;
	if (*count == *capacity) {
		*capacity = 2 * *capacity + 16;
		*items = xreallocarray(*items, *capacity, size);
	}
	return (char *)*items + (*count)++ * size;
}

/* ---- Models ---- */

static int compare_shifts(const void *a, const void *b)
{
	const struct fleet_shift *first = a, *second = b;
	double by = fabs(second->change) - fabs(first->change);

	if (first->model != second->model)
		return first->model < second->model ? -1 : 1;
	return by > 0 ? 1 : by < 0 ? -1 : first->figure < second->figure ? -1 : 1;
}

/* Test the median of every figure of every model that is judged. */
static void find_shifts(struct fleet_since *since, double level)
{
	const struct fleet *fleet = since->changes;
	size_t cells = fleet->figure_count * fleet->model_count, count = 0;
	struct fleet_shift *shifts = xcalloc(cells + 1, sizeof(*shifts));
	double *p = xcalloc(cells + 1, sizeof(*p));

	for (size_t i = 0; i < fleet->model_count; i++) {
		for (size_t j = 0; j < fleet->figure_count && fleet->models[i].is_judged; j++) {
			const struct odd_figure *figure = &fleet->models[i].figures[j];

			if (!fleet_is_judged(&fleet->models[i], j))
				continue;
			p[count] = odd_probability_of_median(figure, 1);
			shifts[count++] = (struct fleet_shift){.model = i,
							       .figure = j,
							       .machines = figure->machines,
							       .change = figure->median - 1};
		}
	}
	if (count > 0)
		holm_correct(p, count);
	for (size_t i = 0; i < count; i++) {
		struct fleet_shift shift = shifts[i];
		const struct fleet_model *model = &fleet->models[shift.model];
		const struct fleet_move *move = &model->moves[shift.figure];
		bool is_exact = model->figures[shift.figure].is_exact;

		if (p[i] > level || (!is_exact && fabs(shift.change) < SINCE_LEAST_PART))
			continue;
		shift.p = p[i];
		shift.alike = move->alike;
		shift.before = move->before;
		shift.after = move->after;
		shift.is_together = (double)shift.alike >=
				    SINCE_TOGETHER_PART * (double)shift.machines;
		shifts[since->shift_count++] = shift;
	}
	if (since->shift_count > 0)
		qsort(shifts, since->shift_count, sizeof(*shifts), compare_shifts);
	free(p);
	since->shifts = shifts;
}

bool fleet_since_is_together(const struct fleet_since *since, size_t model, size_t figure,
			     const struct fleet_shift **shift)
{
	for (size_t i = 0; i < since->shift_count; i++) {
		*shift = &since->shifts[i];
		if ((*shift)->model == model && (*shift)->figure == figure)
			return (*shift)->is_together;
	}
	return false;
}

/* What a machine's change is measured from: the change of a model that changed together, else no
 * change. */
static void set_centres(struct fleet_since *since)
{
	struct fleet *fleet = since->changes;

	for (size_t i = 0; i < since->shift_count; i++) {
		const struct fleet_shift *shift = &since->shifts[i];

		if (!shift->is_together)
			fleet->models[shift->model].figures[shift->figure].median = 1;
	}
}

/* ---- Records and machines that are not compared ---- */

/* A row of facts.sql. */
static void add_fact(void *context, const char *const *cells)
{
	struct reading *reading = context;
	struct fleet_since *since = reading->since;
	const struct fleet *fleet = since->changes;
	int64_t key = engine_integer(cells[1]);
	size_t model = fleet_find_model(fleet, engine_integer(cells[0]));
	size_t machine = key == 0 ? fleet->count
				  : fleet_find_machine(fleet, engine_integer(cells[0]), key);
	struct fleet_fact *fact;

	if (model == fleet->model_count || (key != 0 && machine == fleet->count))
		return;
	fact = list_add((void **)&since->facts, &since->fact_count, &reading->fact_capacity,
			sizeof(*fact));
	if (fact == NULL)
		return;
	*fact = (struct fleet_fact){.model = model,
				    .machine = machine,
				    .count = (size_t)engine_number(cells[6]),
				    .of = (size_t)engine_number(cells[7]),
				    .what = keep_text(since, cells[3]),
				    .before = keep_text(since, cells[4]),
				    .after = keep_text(since, cells[5])};
}

/* A row of unpaired.sql, which has the words. */
static void add_unpaired(void *context, const char *const *cells)
{
	static const char *const words[] = {[UNPAIRED_GONE] = "gone",
					    [UNPAIRED_NEW] = "new",
					    [UNPAIRED_MODEL] = "other model",
					    [UNPAIRED_ONE_IDENTITY] = "one identity",
					    [UNPAIRED_EXCHANGED] = "exchanged"};
	struct reading *reading = context;
	struct fleet_since *since = reading->since;
	struct fleet_unpaired *unpaired = list_add((void **)&since->unpaired,
						   &since->unpaired_count,
						   &reading->unpaired_capacity, sizeof(*unpaired));

	if (unpaired == NULL)
		return;
	*unpaired = (struct fleet_unpaired){.label = keep_text(since, cells[1]),
					    .other = keep_text(since, cells[3])};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(cells[2], words[i]) == 0)
			unpaired->why = (enum unpaired_why)i;
	}
}

/* ---- All ---- */

struct fleet_since *fleet_since_read(struct engine *engine, const struct fleet_settings *settings)
{
	static const struct fleet_source source = {"recent JOIN pair USING (machine, model)",
						   "paired", true};
	struct fleet_settings own = *settings;
	struct fleet_since *since = xcalloc(1, sizeof(*since));
	struct reading reading = {.since = since};
	struct sql_value *values = fleet_values(settings, NULL);

	own.level = settings->level / 2;
	own.least_part = SINCE_LEAST_PART;
	if (engine_execute(engine, "prepare_past", values))
		since->changes = fleet_load(engine, &own, &source);
	fleet_values_free(values);
	if (since->changes != NULL) {
		fleet_measure(since->changes);
		find_shifts(since, own.level);
		if (engine_run(engine, "facts", NULL, 8, add_fact, &reading) &&
		    engine_run(engine, "unpaired", NULL, 4, add_unpaired, &reading)) {
			set_centres(since);
			fleet_judge(since->changes);
			return since;
		}
	}
	fleet_since_free(since);
	return NULL;
}

void fleet_since_free(struct fleet_since *since)
{
	if (since == NULL)
		return;
	if (since->changes != NULL)
		fleet_free(since->changes);
	free(since->shifts);
	free(since->facts);
	free(since->unpaired);
	free(since);
}
