/* SPDX-License-Identifier: MIT */
/* Samples are sorted, corrected and described here, and nowhere else. */
#include "tools/analysis/figures.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"

/* A result is bounded (RESULT_MEMORY_MAX), and so is what is made of its samples. */
#define MEMORY_MAX (8ull * RESULT_MEMORY_MAX)

static void *figures_allocate(struct figures *figures, size_t count, size_t size)
{
	void *memory = arena_alloc(&figures->arena, (count + 1) * size);

	if (memory == NULL)
		errx(EXIT_MACHINE, "the metrics of this run need more than %llu MiB",
		     MEMORY_MAX >> 20);
	return memory;
}

/* ---- Making one ---- */

static void figure_parse_point(struct figures *figures, struct figure *figure)
{
	const char *rest = figure->point;
	struct parameter parameter;

	while (figure->parameter_count < FIGURE_PARAMETERS_MAX && point_next(&rest, &parameter)) {
		struct figure_parameter *own = &figure->parameters[figure->parameter_count++];
		char *end, *name = figures_allocate(figures, strlen(parameter.name), 1);
		char *value = figures_allocate(figures, strlen(parameter.value), 1);

		strcpy(name, parameter.name);
		strcpy(value, parameter.value);
		*own = (struct figure_parameter){.name = name, .value = value};
		own->number = strtoull(value, &end, 10);
		own->is_number = value[0] >= '0' && value[0] <= '9' && *end == '\0';
	}
}

static void figure_summarise(struct figures *figures, const struct figure *figure,
			     const struct sample_set *samples, const struct overhead *overhead,
			     struct figure_set *set)
{
	double *values = figures_allocate(figures, samples->count, sizeof(*values));

	timing_summarise(figure->bench, figure->series, samples, overhead, values, &set->summary);
	for (size_t i = 0; i < samples->count; i++)
		values[i] *= figure->scale;
	set->values = values;
}

static void figure_make(struct figures *figures, const struct bench *bench,
			const struct series *series, const struct overhead *overhead,
			struct figure *figure)
{
	double ns_per_tick = timing_ns_per_tick(figures->result);
	const char *tick = timing_base(figures->result) == TIME_INSTRUCTIONS ? "instructions"
									     : "TSC ticks";

	*figure = (struct figure){
		.bench = bench,
		.series = series,
		.scale = 1,
		.unit = series_unit(bench, series),
		.point = series->info->point,
		.stage = series->info->stage,
		.is_in_ticks = series_is_in_ticks(bench, series),
		.is_timed = strcmp(bench->info->unit, TICKS_UNIT) == 0,
		.is_doubled = strcmp(series->info->stage, DOUBLED_STAGE) == 0,
	};
	if (figure->is_in_ticks && ns_per_tick > 0)
		figure->scale = ns_per_tick;
	if (figure->is_in_ticks)
		figure->unit = ns_per_tick > 0 ? "ns" : tick;
	figure_parse_point(figures, figure);
	figure_summarise(figures, figure, &series->warm, overhead, &figure->warm);
	figure_summarise(figures, figure, &series->cold, overhead, &figure->cold);
}

void figures_make(const struct result *result, const struct overhead *overhead,
		  struct figures *figures)
{
	size_t count = 0;

	*figures = (struct figures){.result = result};
	arena_init(&figures->arena, MEMORY_MAX);
	for (size_t i = 0; i < result->bench_count; i++)
		count += result->benches[i].series_count;
	figures->items = figures_allocate(figures, count, sizeof(*figures->items));
	figures->first_of_bench = figures_allocate(figures, result->bench_count,
						   sizeof(*figures->first_of_bench));
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		figures->first_of_bench[i] = figures->count;
		for (size_t j = 0; j < bench->series_count; j++) {
			figure_make(figures, bench, &bench->series[j], overhead,
				    &figures->items[figures->count]);
			name_index_add(&figures->index,
				       &(struct figure_name){bench->info->name,
							     bench->series[j].info->point,
							     bench->series[j].info->stage});
			figures->count++;
		}
	}
	figures->first_of_bench[result->bench_count] = figures->count;
}

void figures_free(struct figures *figures)
{
	name_index_free(&figures->index);
	arena_free(&figures->arena);
}

/* ---- Finding ---- */

const struct figure *figures_find(const struct figures *figures, const char *bench,
				  const char *point, const char *stage)
{
	size_t place = name_index_find(&figures->index, &(struct figure_name){bench, point, stage});

	while (place != NAME_NOT_FOUND && !figure_has_samples(&figures->items[place]))
		place = name_index_next(&figures->index, place);
	return place != NAME_NOT_FOUND ? &figures->items[place] : NULL;
}

const struct figure *figures_of(const struct figures *figures, const char *bench, size_t *count)
{
	const struct bench *found = result_bench(figures->result, bench);
	size_t place;

	*count = 0;
	if (found == NULL)
		return NULL;
	place = (size_t)(found - figures->result->benches);
	*count = figures->first_of_bench[place + 1] - figures->first_of_bench[place];
	return &figures->items[figures->first_of_bench[place]];
}

const struct figure *figures_at(const struct figures *figures, const struct bench *bench,
				const struct series *series)
{
	size_t place = (size_t)(bench - figures->result->benches);

	return &figures->items[figures->first_of_bench[place] + (size_t)(series - bench->series)];
}

/* ---- Reading one ---- */

bool figure_has_samples(const struct figure *figure)
{
	return figure->warm.summary.ticks.n > 0;
}

struct stats figure_stats(const struct figure *figure)
{
	return stats_scaled(&figure->warm.summary.ticks, figure->scale);
}

struct stats figure_cold_stats(const struct figure *figure)
{
	return stats_scaled(&figure->cold.summary.ticks, figure->scale);
}

const struct figure_parameter *figure_parameter(const struct figure *figure, const char *name)
{
	for (size_t i = 0; i < figure->parameter_count; i++) {
		if (strcmp(figure->parameters[i].name, name) == 0)
			return &figure->parameters[i];
	}
	return NULL;
}

bool figure_number(const struct figure *figure, const char *name, uint64_t *value)
{
	const struct figure_parameter *parameter = figure_parameter(figure, name);

	if (parameter == NULL || !parameter->is_number)
		return false;
	*value = parameter->number;
	return true;
}

double figure_bandwidth(const struct figure *figure)
{
	double taken = figure->warm.summary.ticks.median * figure->scale;

	return taken > 0 ? (double)figure->series->info->bytes / taken : 0;
}
