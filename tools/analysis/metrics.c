/* SPDX-License-Identifier: MIT */
/* The only place where samples are sorted, corrected and summarised. */
#include "tools/analysis/metrics.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/stats/stats.h"

/* Memory of the metrics is limited, because that of a result is (RESULT_MEMORY_MAX). */
#define MEMORY_MAX (8ull * RESULT_MEMORY_MAX)

static void *metrics_allocate(struct metrics *metrics, size_t count, size_t size)
{
	void *memory = arena_alloc(&metrics->arena, (count + 1) * size);

	if (memory == NULL)
		errx(EXIT_MACHINE, "the metrics of this run need more than %llu MiB",
		     MEMORY_MAX >> 20);
	return memory;
}

/* ---- Creation ---- */

static void metric_parse_point(struct metrics *metrics, struct metric *metric)
{
	const char *rest = metric->point;
	struct parameter parameter;

	while (metric->parameter_count < METRIC_PARAMETERS_MAX && point_next(&rest, &parameter)) {
		struct metric_parameter *own = &metric->parameters[metric->parameter_count++];
		char *end, *name = metrics_allocate(metrics, strlen(parameter.name), 1);
		char *value = metrics_allocate(metrics, strlen(parameter.value), 1);

		strcpy(name, parameter.name);
		strcpy(value, parameter.value);
		*own = (struct metric_parameter){.name = name, .value = value};
		own->number = strtoull(value, &end, 10);
		own->is_number = value[0] >= '0' && value[0] <= '9' && *end == '\0';
	}
}

static void metric_summarise(struct metrics *metrics, const struct metric *metric,
			     const struct sample_set *samples, const struct overhead *overhead,
			     struct metric_samples *set)
{
	double *values = metrics_allocate(metrics, samples->count, sizeof(*values));

	timing_summarise(metric->bench, metric->series, samples, overhead, values, &set->summary);
	for (size_t i = 0; i < samples->count; i++)
		values[i] *= metric->scale;
	set->values = values;
}

/* The series of twice the operations, if the metric is the difference of both series: the benchmark
 * then times itself. The record of the returned series follows that of the given one. */
static const struct series *series_to_subtract_from(const struct bench *bench,
						    const struct series *series)
{
	const struct series *next = series + 1;

	if (next == bench->series + bench->series_count || next->info->timed != 0 ||
	    strcmp(next->info->stage, DOUBLED_STAGE) != 0 || series->info->stage[0] != '\0' ||
	    strcmp(next->info->point, series->info->point) != 0)
		return NULL;
	return next;
}

/* Summarise the differences between each sample of n operations and the sample of 2n that followed
 * it. A difference that noise made negative is set to zero and counted. */
static void metric_summarise_difference(struct metrics *metrics, const struct metric *metric,
					const struct overhead *overhead,
					struct metric_samples *set)
{
	const struct sample_set *of_n = &metric->series->warm, *of_2n = &metric->doubled->warm;
	struct sample_set difference = {
		.count = of_n->count < of_2n->count ? of_n->count : of_2n->count,
	};
	uint64_t *values = metrics_allocate(metrics, difference.count, sizeof(*values));
	size_t negative = 0;

	for (size_t i = 0; i < difference.count; i++) {
		int64_t ticks = timing_difference(of_2n->values[i], of_n->values[i]);

		values[i] = ticks > 0 ? (uint64_t)ticks : 0;
		negative += ticks < 0;
	}
	difference.values = values;
	metric_summarise(metrics, metric, &difference, overhead, set);
	set->summary.saturated += negative;
	stats_widen(&set->summary.ticks, set->summary.step);
}

static void metric_make(struct metrics *metrics, const struct bench *bench,
			const struct series *series, const struct overhead *overhead,
			struct metric *metric)
{
	double ns_per_tick = timing_ns_per_tick(metrics->result);
	const char *tick = timing_base(metrics->result) == TIME_INSTRUCTIONS ? "instructions"
			   : timing_has_tsc(metrics->result) ? "TSC ticks" : "ticks";

	*metric = (struct metric){
		.bench = bench,
		.series = series,
		.doubled = series_to_subtract_from(bench, series),
		.scale = 1,
		.unit = series_unit(bench, series),
		.point = series->info->point,
		.stage = series->info->stage,
		.is_in_ticks = series_is_in_ticks(bench, series),
		.is_timed = strcmp(bench->info->unit, TICKS_UNIT) == 0,
		.is_doubled = strcmp(series->info->stage, DOUBLED_STAGE) == 0,
	};
	if (metric->is_in_ticks && ns_per_tick > 0)
		metric->scale = ns_per_tick;
	if (metric->is_in_ticks)
		metric->unit = ns_per_tick > 0 ? "ns" : tick;
	metric_parse_point(metrics, metric);
	if (metric->doubled != NULL)
		metric_summarise_difference(metrics, metric, overhead, &metric->warm);
	else
		metric_summarise(metrics, metric, &series->warm, overhead, &metric->warm);
	metric_summarise(metrics, metric, &series->cold, overhead, &metric->cold);
}

void metrics_make(const struct result *result, const struct overhead *overhead,
		  struct metrics *metrics)
{
	size_t count = 0;

	*metrics = (struct metrics){.result = result};
	arena_init(&metrics->arena, MEMORY_MAX);
	for (size_t i = 0; i < result->bench_count; i++)
		count += result->benches[i].series_count;
	metrics->items = metrics_allocate(metrics, count, sizeof(*metrics->items));
	metrics->first_of_bench = metrics_allocate(metrics, result->bench_count,
						   sizeof(*metrics->first_of_bench));
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		metrics->first_of_bench[i] = metrics->count;
		for (size_t j = 0; j < bench->series_count; j++) {
			metric_make(metrics, bench, &bench->series[j], overhead,
				    &metrics->items[metrics->count]);
			name_index_add(&metrics->index,
				       &(struct metric_name){bench->info->name,
							     bench->series[j].info->point,
							     bench->series[j].info->stage});
			metrics->count++;
		}
	}
	metrics->first_of_bench[result->bench_count] = metrics->count;
}

void metrics_free(struct metrics *metrics)
{
	name_index_free(&metrics->index);
	arena_free(&metrics->arena);
}

/* ---- Lookup ---- */

const struct metric *metrics_find(const struct metrics *metrics, const char *bench,
				  const char *point, const char *stage)
{
	size_t place = name_index_find(&metrics->index, &(struct metric_name){bench, point, stage});

	while (place != NAME_NOT_FOUND && !metric_has_samples(&metrics->items[place]))
		place = name_index_next(&metrics->index, place);
	return place != NAME_NOT_FOUND ? &metrics->items[place] : NULL;
}

const struct metric *metrics_of(const struct metrics *metrics, const char *bench, size_t *count)
{
	const struct bench *found = result_bench(metrics->result, bench);
	size_t place;

	*count = 0;
	if (found == NULL)
		return NULL;
	place = (size_t)(found - metrics->result->benches);
	*count = metrics->first_of_bench[place + 1] - metrics->first_of_bench[place];
	return &metrics->items[metrics->first_of_bench[place]];
}

const struct metric *metrics_at(const struct metrics *metrics, const struct bench *bench,
				const struct series *series)
{
	size_t place = (size_t)(bench - metrics->result->benches);

	return &metrics->items[metrics->first_of_bench[place] + (size_t)(series - bench->series)];
}

/* ---- Values ---- */

bool metric_has_samples(const struct metric *metric)
{
	return metric->warm.summary.ticks.n > 0;
}

struct stats metric_stats(const struct metric *metric)
{
	return stats_scaled(&metric->warm.summary.ticks, metric->scale);
}

struct stats metric_cold_stats(const struct metric *metric)
{
	return stats_scaled(&metric->cold.summary.ticks, metric->scale);
}

const struct metric_parameter *metric_find_parameter(const struct metric *metric, const char *name)
{
	for (size_t i = 0; i < metric->parameter_count; i++) {
		if (strcmp(metric->parameters[i].name, name) == 0)
			return &metric->parameters[i];
	}
	return NULL;
}

bool metric_parameter_number(const struct metric *metric, const char *name, uint64_t *value)
{
	const struct metric_parameter *parameter = metric_find_parameter(metric, name);

	if (parameter == NULL || !parameter->is_number)
		return false;
	*value = parameter->number;
	return true;
}

bool metric_is_local(const struct metric *metric)
{
	return metric_find_parameter(metric, "cpu_node") == NULL;
}

double metric_bandwidth(const struct metric *metric)
{
	double taken = metric->warm.summary.ticks.median * metric->scale;

	return stats_rate((double)metric->series->info->bytes, taken);
}
