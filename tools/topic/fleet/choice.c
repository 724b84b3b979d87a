/* SPDX-License-Identifier: MIT */
/* The figures of the page: those in which machines are odd, then usual ones. */
#include "tools/topic/fleet/fleet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"

/* Figures that the page shows even if no machine is odd in them; a point with all these words. */
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

static bool is_shown(const struct topic_fleet *content, size_t figure)
{
	for (size_t i = 0; i < content->shown_count; i++) {
		if (content->shown[i] == figure)
			return true;
	}
	return false;
}

/* At most one figure of a benchmark for each reason. */
static void show_figure(struct topic_fleet *content, size_t figure, size_t limit)
{
	const struct fleet_figure *figures = content->fleet->figures;

	if (content->shown_count >= limit)
		return;
	for (size_t i = 0; i < content->shown_count; i++) {
		if (strcmp(figures[content->shown[i]].bench, figures[figure].bench) == 0)
			return;
	}
	content->shown[content->shown_count++] = figure;
}

static int compare_shown(const void *a, const void *b, void *context)
{
	const struct fleet_figure *figures = context;
	const struct fleet_figure *first = &figures[*(const size_t *)a];
	const struct fleet_figure *second = &figures[*(const size_t *)b];
	int by = strcmp(first->bench, second->bench);

	return by != 0 ? by : strcmp(first->point, second->point);
}

static void choose_figures(struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;

	for (size_t rank = 0; rank < FLEET_ODD_FIGURES_SHOWN; rank++) {
		for (size_t i = 0; i < fleet->odd_count; i++) {
			if (rank < fleet->odd[i]->odd_count)
				show_figure(content, fleet->odd[i]->deviations[rank].figure,
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
			show_figure(content, found, FLEET_SHOWN_FIGURES_MAX);
	}
	for (size_t i = 0; i < fleet->figure_count; i++) {
		if (!is_shown(content, i) && strncmp(fleet->figures[i].bench, "null.", 5) != 0 &&
		    strncmp(fleet->figures[i].bench, "selftest.", 9) != 0)
			show_figure(content, i, FLEET_SHOWN_FIGURES_MAX);
	}
	qsort_r(content->shown, content->shown_count, sizeof(content->shown[0]), compare_shown,
		fleet->figures);
}

/* A row of values.sql. */
static void add_value(void *context, const char *const *cells)
{
	struct topic_fleet *content = context;
	const struct fleet *fleet = content->fleet;
	size_t figure = fleet_find_figure(fleet, engine_integer(cells[0]));
	size_t machine = fleet_find_machine(fleet, engine_integer(cells[1]),
					    engine_integer(cells[2]));

	if (machine == fleet->count)
		return;
	for (size_t i = 0; i < content->shown_count; i++) {
		const struct odd_figure *usual =
			&fleet->models[fleet->machines[machine].model].figures[content->shown[i]];

		if (content->shown[i] == figure && usual->median != 0)
			content->changes[machine * FLEET_SHOWN_FIGURES_MAX + i] =
				engine_number(cells[3]) / usual->median - 1;
	}
}

bool topic_fleet_read_values(struct engine *engine, struct topic_fleet *content)
{
	const struct fleet *fleet = content->fleet;
	struct sql_value figures[] = {{"figures", NULL}, {0}}, *values;
	char *keys;
	size_t size;
	FILE *file = file_in_memory(&keys, &size);
	bool good = true;

	choose_figures(content);
	content->changes = xcalloc(fleet->count * FLEET_SHOWN_FIGURES_MAX + 1,
				   sizeof(*content->changes));
	for (size_t i = 0; i < fleet->count * FLEET_SHOWN_FIGURES_MAX; i++)
		content->changes[i] = NAN;
	for (size_t i = 0; i < content->shown_count; i++)
		fprintf(file, "%s%lld", i > 0 ? "," : "",
			(long long)fleet->figures[content->shown[i]].key);
	file_end_memory(file, &keys);
	figures[0].text = keys;
	values = fleet_values(&fleet->settings, figures);
	if (content->shown_count > 0)
		good = engine_run(engine, "values", values, 4, add_value, content);
	fleet_values_free(values);
	free(keys);
	return good;
}

void topic_fleet_free_values(struct topic_fleet *content)
{
	free(content->changes);
	content->changes = NULL;
}
