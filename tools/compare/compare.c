/* Metrics are matched by benchmark, point and stage, whose names are the same on every machine. */
#include "tools/compare/compare.h"

#include <err.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/compare/judge.h"

#define TICKS_UNIT "tsc_ticks"
#define LINUX_HOST "linux"

/* ---- Runs ---- */

static void *compare_grow(void *items, size_t count, size_t size)
{
	void *grown = reallocarray(items, count, size);

	if (grown == NULL && count > 0)
		err(2, "out of memory");
	return grown;
}

bool compare_add(struct comparison *comparison, enum side side, const char *path)
{
	return compared_runs_add(&comparison->sides[side], path);
}

static bool is_of_linux(const struct compared_run *run)
{
	const struct wire_manifest *manifest = result_manifest(run->result);

	return manifest != NULL && strcmp(manifest->host, LINUX_HOST) == 0;
}

bool compare_add_by_host(struct comparison *comparison, const char *path)
{
	struct compared_runs *metal = &comparison->sides[METAL];
	struct compared_runs *of_linux = &comparison->sides[LINUX];
	size_t kept = metal->count;
	bool good = compared_runs_add(metal, path);

	for (size_t i = kept; i < metal->count; i++) {
		if (!is_of_linux(&metal->items[i])) {
			metal->items[kept++] = metal->items[i];
			continue;
		}
		of_linux->items = compare_grow(of_linux->items, of_linux->count + 1,
					       sizeof(*of_linux->items));
		of_linux->items[of_linux->count++] = metal->items[i];
	}
	metal->count = kept;
	return good;
}

const char *side_name(const struct comparison *comparison, enum side side)
{
	static const char *const names[][SIDES] = {
		[COMPARE_CHANGE] = {[BASE] = "base", [NEW] = "new"},
		[COMPARE_OVERHEAD] = {[METAL] = "metal", [LINUX] = "Linux"},
		[COMPARE_HISTORY] = {[BASE] = "runs", [NEW] = ""},
	};

	return names[comparison->kind][side];
}

bool compare_is_single(const struct comparison *comparison)
{
	return comparison->sides[BASE].count == 1 && comparison->sides[NEW].count == 1;
}

bool compare_is_exact(const struct comparison *comparison)
{
	for (enum side side = BASE; side < SIDES; side++) {
		if (comparison->sides[side].items[0].analysis->time_base != TIME_INSTRUCTIONS)
			return false;
	}
	return true;
}

/* ---- A figure in the runs of one side ---- */

/* The series of that name in one run. */
struct place {
	const struct bench *bench;
	const struct series *series;
};

static bool compare_is_named(const struct metric *metric, const struct series *series)
{
	return strcmp(series->info->point, metric->point) == 0 &&
	       strcmp(series->info->stage, metric->stage) == 0;
}

static bool compare_find(const struct result *result, const struct metric *metric,
			 struct place *place)
{
	place->bench = result_bench(result, metric->bench);
	for (size_t i = 0; place->bench != NULL && i < place->bench->series_count; i++) {
		place->series = &place->bench->series[i];
		if (compare_is_named(metric, place->series) && place->series->warm.count > 0)
			return true;
	}
	return false;
}

static bool is_ticks(const struct bench *bench)
{
	return strcmp(bench->info->unit, TICKS_UNIT) == 0;
}

static const char *compare_unit_of(const struct analysis *analysis, const struct bench *bench)
{
	if (!is_ticks(bench))
		return bench->info->unit;
	if (analysis->time_base == TIME_INSTRUCTIONS)
		return "instructions";
	return analysis->ns_per_tick > 0 ? "ns" : "TSC ticks";
}

/* Values of one operation, rising, which the caller frees with run->sorted. */
static void read_samples(const struct analysis *analysis, const struct place *place,
			 struct sample_run *run)
{
	bool is_time = is_ticks(place->bench) && analysis->ns_per_tick > 0;
	struct summary summary;
	double *values = timing_values(place->bench, place->series, &place->series->warm,
				       &analysis->overhead, &summary);

	run->count = summary.ticks.n;
	for (size_t i = 0; is_time && i < run->count; i++)
		values[i] *= analysis->ns_per_tick;
	run->sorted = values;
}

static bool are_same(const struct sample_set *a, const struct sample_set *b)
{
	return a->count == b->count &&
	       memcmp(a->values, b->values, a->count * sizeof(*a->values)) == 0;
}

static void add_samples(struct figure *figure, const struct place *place,
			const struct sample_run *run)
{
	bool is_first = figure->runs++ == 0;

	if (is_first) {
		figure->bench = place->bench;
		figure->series = place->series;
		figure->min = run->sorted[0];
		figure->max = run->sorted[run->count - 1];
	}
	figure->repeats = (is_first || figure->repeats) &&
			  are_same(&figure->series->warm, &place->series->warm);
	figure->samples += run->count;
	if (run->sorted[0] < figure->min)
		figure->min = run->sorted[0];
	if (run->sorted[run->count - 1] > figure->max)
		figure->max = run->sorted[run->count - 1];
}

/* Fill in one side of the metric; samples get what is found in each run, one after the other. */
static void read_figure(const struct compared_runs *runs, struct metric *metric, enum side side,
			struct sample_run *samples)
{
	struct figure *figure = &metric->sides[side];

	figure->medians = compare_grow(NULL, runs->count, sizeof(*figure->medians));
	for (size_t i = 0; i < runs->count; i++) {
		struct place place;

		figure->medians[i] = NAN;
		if (!compare_find(runs->items[i].result, metric, &place))
			continue;
		read_samples(runs->items[i].analysis, &place, &samples[figure->runs]);
		add_samples(figure, &place, &samples[figure->runs]);
		figure->unit = compare_unit_of(runs->items[i].analysis, place.bench);
		figure->medians[i] = gsl_stats_median_from_sorted_data(
			samples[figure->runs - 1].sorted, 1, samples[figure->runs - 1].count);
	}
	figure->repeats = figure->repeats && figure->runs == runs->count;
	if (figure->runs > 0)
		figure->median = bootstrap_median(&(struct sample_runs){samples, figure->runs});
}

/* ---- Why a side lacks a figure ---- */

/* Whether the record's point, which may be the first parameters only, is about the metric. */
static bool covers(const char *bench, const char *point, const struct metric *metric)
{
	size_t length = strlen(point);

	return strcmp(bench, metric->bench) == 0 && strncmp(point, metric->point, length) == 0 &&
		(length == 0 || metric->point[length] == ' ' || metric->point[length] == '\0');
}

static const char *compare_explain(const struct result *result, const struct metric *metric)
{
	const struct record_list *skips = &result->records[WIRE_skip];
	const struct record_list *faults = &result->records[WIRE_fault];

	for (size_t i = 0; i < skips->count; i++) {
		const struct wire_skip *skip = &skips->items[i].skip;

		if (covers(skip->bench, skip->point, metric))
			return skip->detail;
	}
	for (size_t i = 0; i < faults->count; i++) {
		const struct wire_fault *fault = &faults->items[i].fault;

		if (covers(fault->bench, fault->point, metric))
			return fault->detail;
	}
	return "not in the run";
}

/* ---- Metrics ---- */

bool metric_has_direction(const struct metric *metric)
{
	return is_ticks(metric->sides[BASE].bench);
}

bool metric_is_common(const struct metric *metric)
{
	const struct figure *base = &metric->sides[BASE], *other = &metric->sides[NEW];

	return base->runs > 0 && other->runs > 0 && strcmp(base->unit, other->unit) == 0;
}

size_t metrics_in_common(const struct metric *metrics, size_t count)
{
	size_t common = 0;

	for (size_t i = 0; i < count; i++)
		common += metric_is_common(&metrics[i]);
	return common;
}

size_t compare_count_differing(const struct comparison *comparison, enum side side)
{
	size_t differing = 0;

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct figure *figure = &comparison->metrics[i].sides[side];

		differing += figure->runs > 0 && !figure->repeats;
	}
	return differing;
}

static void contrast_medians(struct metric *metric)
{
	double base = metric->sides[BASE].median, other = metric->sides[NEW].median;

	metric->contrast.difference.value = other - base;
	metric->contrast.has_ratio = base > 0;
	if (base > 0)
		metric->contrast.ratio.value = other / base;
}

static void contrast(const struct comparison *comparison, struct metric *metric,
		     struct sample_run *const samples[SIDES])
{
	const struct sample_runs base = {samples[BASE], metric->sides[BASE].runs};
	const struct sample_runs other = {samples[NEW], metric->sides[NEW].runs};

	metric->is_exact = compare_is_exact(comparison);
	contrast_medians(metric);
	if (metric->is_exact)
		return;
	if (comparison->kind == COMPARE_CHANGE)
		judge_by_ranks(metric, &base, &other);
	else
		bootstrap_contrast(&base, &other, &metric->contrast);
}

static void free_samples(struct sample_run *samples, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(samples[i].sorted);
	free(samples);
}

static void fill_metric(const struct comparison *comparison, struct metric *metric)
{
	struct sample_run *samples[SIDES];

	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		samples[side] = compare_grow(NULL, runs->count, sizeof(**samples));
		read_figure(runs, metric, side, samples[side]);
		if (metric->sides[side].runs == 0 && runs->count > 0)
			metric->sides[side].why_missing = compare_explain(runs->items[0].result,
									  metric);
	}
	if (metric_is_common(metric))
		contrast(comparison, metric, samples);
	for (enum side side = BASE; side < SIDES; side++)
		free_samples(samples[side], metric->sides[side].runs);
}

static bool compare_is_listed(const struct comparison *comparison, const struct metric *metric)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *listed = &comparison->metrics[i];

		if (strcmp(listed->bench, metric->bench) == 0 &&
		    strcmp(listed->point, metric->point) == 0 &&
		    strcmp(listed->stage, metric->stage) == 0)
			return true;
	}
	return false;
}

static void add_metric(struct comparison *comparison, const struct metric *metric)
{
	comparison->metrics = compare_grow(comparison->metrics, comparison->metric_count + 1,
					   sizeof(*comparison->metrics));
	comparison->metrics[comparison->metric_count++] = *metric;
	fill_metric(comparison, &comparison->metrics[comparison->metric_count - 1]);
}

static void compare_add_bench(struct comparison *comparison, const struct bench *bench)
{
	for (size_t i = 0; i < bench->series_count; i++) {
		const struct metric metric = {
			.bench = bench->info->name,
			.point = bench->series[i].info->point,
			.stage = bench->series[i].info->stage,
		};

		/* Twice the operations are a check of once, and no figure of their own. */
		if (strcmp(metric.stage, DOUBLED_STAGE) != 0 && bench->series[i].warm.count > 0 &&
		    !compare_is_listed(comparison, &metric))
			add_metric(comparison, &metric);
	}
}

static void add_run_metrics(struct comparison *comparison, const struct result *result,
			    const struct patterns *benches)
{
	for (size_t i = 0; i < result->bench_count; i++) {
		if (patterns_want(benches, result->benches[i].info->name))
			compare_add_bench(comparison, &result->benches[i]);
	}
}

void compare_make(struct comparison *comparison, const struct patterns *benches)
{
	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		for (size_t i = 0; i < runs->count; i++)
			add_run_metrics(comparison, runs->items[i].result, benches);
	}
}

void compare_free(struct comparison *comparison)
{
	for (enum side side = BASE; side < SIDES; side++)
		compared_runs_free(&comparison->sides[side]);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		free(comparison->metrics[i].sides[BASE].medians);
		free(comparison->metrics[i].sides[NEW].medians);
	}
	free(comparison->metrics);
	*comparison = (struct comparison){0};
}
