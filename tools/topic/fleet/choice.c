/* SPDX-License-Identifier: MIT */
/* The figures of the page: those in which machines are odd, then usual ones. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/fleet/run_row.h"

/* Figures that the page shows even if no machine is odd in them: those of a point with all these
 * words. */
static const struct {
	const char *bench, *words, *stage;
} wanted[] = {
	{"entry.null_syscall", "path=syscall", ""},
	{"irq.self_ipi", "", "total"},
	{"fault.not_present", "ring=0 action=trap page_bytes=4096", "total"},
	{"fault.demand_zero", "page_bytes=4096", ""},
	{"os.switch_thread", "", ""},
	{"os.switch_space", "", ""},
	{"os.thread_run", "", ""},
	{"mem.latency", "", ""},
	{"mem.bandwidth.read", "", ""},
	{"cpu.call", "", ""},
};

static bool has_words(const char *point, const char *words)
{
	while (*words != '\0') {
		size_t length = strcspn(words, " ");
		const char *at = point;
		bool found = false;

		while (!found && *at != '\0') {
			size_t word = strcspn(at, " ");

			found = word == length && strncmp(at, words, length) == 0;
			at += word + (at[word] != '\0');
		}
		if (!found)
			return false;
		words += length + (words[length] != '\0');
	}
	return true;
}

static bool is_shown(const struct fleet_strips *strips, size_t figure)
{
	for (size_t i = 0; i < strips->shown_count; i++) {
		if (strips->shown[i] == figure)
			return true;
	}
	return false;
}

/* At most one figure of a benchmark for each reason. */
static void show_figure(struct fleet_strips *strips, size_t figure, size_t limit)
{
	const struct fleet_figure *figures = strips->fleet->figures;

	if (strips->shown_count >= limit)
		return;
	for (size_t i = 0; i < strips->shown_count; i++) {
		if (strcmp(figures[strips->shown[i]].bench, figures[figure].bench) == 0)
			return;
	}
	strips->shown[strips->shown_count++] = figure;
}

static int compare_shown(const void *a, const void *b, void *context)
{
	const struct fleet_figure *figures = context;
	const struct fleet_figure *first = &figures[*(const size_t *)a];
	const struct fleet_figure *second = &figures[*(const size_t *)b];
	int by = strcmp(first->bench, second->bench);

	return by != 0 ? by : strcmp(first->point, second->point);
}

static void choose_figures(struct fleet_strips *strips)
{
	const struct fleet *fleet = strips->fleet;

	for (size_t rank = 0; rank < FLEET_ODD_FIGURES_SHOWN; rank++) {
		for (size_t i = 0; i < fleet->odd_count; i++) {
			if (rank < fleet->odd[i]->odd_count)
				show_figure(strips, fleet->odd[i]->deviations[rank].figure,
					    FLEET_SHOWN_FIGURES_MAX / 2);
		}
	}
	for (size_t i = 0; i < COUNT(wanted); i++) {
		size_t found = fleet->figure_count;

		for (size_t j = 0; j < fleet->figure_count && found == fleet->figure_count; j++) {
			const struct fleet_figure *figure = &fleet->figures[j];

			if (strcmp(figure->bench, wanted[i].bench) == 0 &&
			    strcmp(figure->stage, wanted[i].stage) == 0 &&
			    has_words(figure->point, wanted[i].words))
				found = j;
		}
		if (found < fleet->figure_count)
			show_figure(strips, found, FLEET_SHOWN_FIGURES_MAX);
	}
	for (size_t i = 0; i < fleet->figure_count; i++) {
		if (!is_shown(strips, i) && strncmp(fleet->figures[i].bench, "null.", 5) != 0 &&
		    strncmp(fleet->figures[i].bench, "selftest.", 9) != 0 &&
		    strcmp(fleet->figures[i].bench, RUN_CLOCK) != 0)
			show_figure(strips, i, FLEET_SHOWN_FIGURES_MAX);
	}
	qsort_r(strips->shown, strips->shown_count, sizeof(strips->shown[0]), compare_shown,
		fleet->figures);
}

/* Values to read, and the strips that they go to. */
struct reading {
	struct fleet_strips *strips;
	bool is_of_changes; /* values are after / before, not to be divided by the model's */
};

/* A row of values.sql. */
static void add_value(void *context, const char *const *cells)
{
	const struct reading *reading = context;
	struct fleet_strips *strips = reading->strips;
	const struct fleet *fleet = strips->fleet;
	size_t figure = fleet_find_figure(fleet, engine_integer(cells[0]));
	size_t machine = fleet_find_machine(fleet, engine_integer(cells[1]),
					    engine_integer(cells[2]));

	if (machine == fleet->count)
		return;
	for (size_t i = 0; i < strips->shown_count; i++) {
		const struct odd_figure *usual =
			&fleet->models[fleet->machines[machine].model].figures[strips->shown[i]];
		double from = reading->is_of_changes ? 1 : usual->median;

		if (strips->shown[i] == figure && from != 0)
			strips->changes[machine * FLEET_SHOWN_FIGURES_MAX + i] =
				engine_number(cells[3]) / from - 1;
	}
}

static bool read_strips(struct engine *engine, const struct fleet *fleet, const char *own,
			struct reading *reading)
{
	struct fleet_strips *strips = reading->strips;
	const struct sql_value of[] = {{"own", own}, {"figures", NULL}, {0}};
	struct sql_value values[COUNT(of)];
	char *keys;
	size_t size;
	FILE *file = file_in_memory(&keys, &size);
	bool good = true;

	memcpy(values, of, sizeof(of));
	strips->changes = xcalloc(fleet->count * FLEET_SHOWN_FIGURES_MAX + 1,
				  sizeof(*strips->changes));
	for (size_t i = 0; i < fleet->count * FLEET_SHOWN_FIGURES_MAX; i++)
		strips->changes[i] = NAN;
	for (size_t i = 0; i < strips->shown_count; i++)
		fprintf(file, "%s%lld", i > 0 ? "," : "",
			(long long)fleet->figures[strips->shown[i]].key);
	file_end_memory(file, &keys);
	values[1].text = keys;
	if (strips->shown_count > 0) {
		struct sql_value *all = fleet_values(&fleet->settings, values);

		good = engine_execute(engine, "side", all) &&
		       engine_run(engine, "values", all, 4, add_value, reading);
		fleet_values_free(all);
	}
	free(keys);
	return good;
}

bool topic_fleet_read_values(struct engine *engine, struct topic_fleet *content)
{
	struct reading now = {&content->strips, false}, changes = {&content->changes, true};

	content->strips.fleet = content->fleet;
	choose_figures(&content->strips);
	if (!read_strips(engine, content->fleet, "own", &now))
		return false;
	if (content->since == NULL)
		return true;
	content->changes.fleet = content->since->changes;
	/* What models changed together in comes before all others. */
	for (size_t i = 0; i < content->since->shift_count; i++) {
		if (content->since->shifts[i].is_together)
			show_figure(&content->changes, content->since->shifts[i].figure,
				    FLEET_SHOWN_FIGURES_MAX / 2);
	}
	choose_figures(&content->changes);
	return read_strips(engine, content->since->changes, "change", &changes);
}

void topic_fleet_free_values(struct topic_fleet *content)
{
	free(content->strips.changes);
	free(content->changes.changes);
}
