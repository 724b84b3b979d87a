/* SPDX-License-Identifier: MIT */
/* Metrics are matched by benchmark, point and stage, whose names are the same on every machine. */
#include "tools/compare/compare.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/sort.h"
#include "tools/compare/missing_metric.h"
#include "tools/stats/rank_runs.h"

/* ---- Runs ---- */

bool compare_add(struct comparison *comparison, enum side side, const char *path)
{
	return compared_runs_add(&comparison->sides[side], path);
}

bool compare_add_by_host(struct comparison *comparison, const char *path)
{
	struct compared_runs *metal = &comparison->sides[METAL];
	struct compared_runs *of_linux = &comparison->sides[LINUX];
	size_t remaining = metal->count;
	bool good = compared_runs_add(metal, path);

	for (size_t i = remaining; i < metal->count; i++) {
		if (!result_is_of_process(metal->items[i].result)) {
			metal->items[remaining++] = metal->items[i];
			continue;
		}
		of_linux->items = xreallocarray(of_linux->items, of_linux->count + 1,
						sizeof(*of_linux->items));
		of_linux->items[of_linux->count++] = metal->items[i];
	}
	metal->count = remaining;
	return good;
}

bool comparison_has_other_os(const struct comparison *comparison)
{
	const struct compared_runs *runs = &comparison->sides[LINUX];

	return runs->count > 0 && result_is_of_process(runs->items[0].result) &&
	       strcmp(result_os(runs->items[0].result), OS_LINUX) != 0;
}

const char *side_name(const struct comparison *comparison, enum side side)
{
	static const char *const names[][SIDES] = {
		[COMPARE_CHANGE] = {[BASE] = "base", [NEW] = "new"},
		[COMPARE_OVERHEAD] = {[METAL] = "metal", [LINUX] = "Linux"},
		[COMPARE_HISTORY] = {[BASE] = "runs", [NEW] = ""},
		[COMPARE_BOOTS] = {[BASE] = "runs", [NEW] = ""},
	};

	if (comparison->kind == COMPARE_OVERHEAD && side == LINUX &&
	    comparison_has_other_os(comparison))
		return result_os(comparison->sides[LINUX].items[0].result);
	return names[comparison->kind][side];
}

bool compare_is_single(const struct comparison *comparison)
{
	return comparison->sides[BASE].count == 1 && comparison->sides[NEW].count == 1;
}

bool compare_has_same_files(const struct comparison *comparison)
{
	const struct compared_runs *base = &comparison->sides[BASE];
	const struct compared_runs *other = &comparison->sides[NEW];
	struct stat first, second;

	if (base->count != other->count)
		return false;
	for (size_t i = 0; i < base->count; i++) {
		if (stat(base->items[i].path, &first) != 0 ||
		    stat(other->items[i].path, &second) != 0 || first.st_dev != second.st_dev ||
		    first.st_ino != second.st_ino)
			return false;
	}
	return true;
}

bool compare_is_exact(const struct comparison *comparison)
{
	for (enum side side = BASE; side < SIDES; side++) {
		if (comparison->sides[side].items[0].analysis->time_base != TIME_INSTRUCTIONS)
			return false;
	}
	return true;
}

/* ---- One side of a metric ---- */

static bool are_same(const struct sample_set *a, const struct sample_set *b)
{
	return a->count == b->count &&
	       memcmp(a->values, b->values, a->count * sizeof(*a->values)) == 0;
}

/* Add one run's metric to a side. */
static void add_run(struct side_metric *side, const struct metric *metric)
{
	const struct stats stats = metric_stats(metric);
	bool is_first = side->runs++ == 0;

	if (is_first) {
		side->first = metric;
		side->min = stats.min;
		side->max = stats.max;
	}
	side->unit = metric->unit;
	side->is_constant = (is_first || side->is_constant) && stats.min == stats.max;
	side->is_repeatable = (is_first || side->is_repeatable) &&
			are_same(&side->first->series->warm, &metric->series->warm);
	side->samples += stats.n;
	side->min = fmin(side->min, stats.min);
	side->max = fmax(side->max, stats.max);
}

/* Set one side of the metric. A run in another unit than the first lacks it. Stores the samples of
 * each run that has it in samples. */
static void read_side(const struct compared_runs *runs, struct compared_metric *metric,
		      enum side which, struct sample_run *samples)
{
	struct side_metric *side = &metric->sides[which];

	side->medians = xreallocarray(NULL, runs->count, sizeof(*side->medians));
	for (size_t i = 0; i < runs->count; i++) {
		const struct metric *first = metrics_find(&runs->items[i].analysis->metrics,
							  metric->bench, metric->point,
							  metric->stage);

		side->medians[i] = NAN;
		if (first == NULL || (side->runs > 0 && strcmp(side->unit, first->unit) != 0))
			continue;
		samples[side->runs] = (struct sample_run){
			.sorted = first->warm.values,
			.count = first->warm.summary.ticks.n,
		};
		add_run(side, first);
		side->medians[i] = metric_stats(first).median;
	}
	side->is_repeatable = side->is_repeatable && side->runs == runs->count;
	if (side->runs > 0)
		side->median = bootstrap_median(&(struct sample_runs){samples, side->runs});
}

/* ---- Metrics ---- */

bool metric_has_direction(const struct compared_metric *metric)
{
	return metric->sides[BASE].first->is_timed;
}

const struct compared_metric *comparison_find(const struct comparison *comparison,
					      const struct metric_name *name)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];

		if (strcmp(metric->bench, name->bench) == 0 &&
		    strcmp(metric->point, name->point) == 0 &&
		    strcmp(metric->stage, name->stage) == 0)
			return metric;
	}
	return NULL;
}

bool metric_is_common(const struct compared_metric *metric)
{
	const struct side_metric *base = &metric->sides[BASE], *other = &metric->sides[NEW];

	return base->runs > 0 && other->runs > 0 && strcmp(base->unit, other->unit) == 0;
}

size_t metrics_in_common(const struct compared_metric *metrics, size_t count)
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
		const struct side_metric *metric = &comparison->metrics[i].sides[side];

		differing += metric->runs > 0 && !metric->is_repeatable;
	}
	return differing;
}

static void contrast_medians(struct compared_metric *metric)
{
	double base = metric->sides[BASE].median, other = metric->sides[NEW].median;

	metric->contrast.difference.value = other - base;
	metric->contrast.has_ratio = base > 0;
	if (base > 0)
		metric->contrast.ratio.value = other / base;
}

/* The clock step per operation, in the metric's unit. */
static double metric_step(const struct side_metric *side)
{
	return side->first->warm.summary.step * side->first->scale;
}

static void compare_set_interval(struct side_metric *side, const struct stats *stats)
{
	struct stats widened = *stats;

	stats_widen(&widened, metric_step(side));
	side->low = widened.median_low;
	side->high = widened.median_high;
	side->has_interval = widened.has_interval;
}

static void widen(struct estimate *estimate, double width)
{
	estimate->low = fmin(estimate->low, estimate->value - width / 2);
	estimate->high = fmax(estimate->high, estimate->value + width / 2);
}

/* Resampling does not include the clock's step, so no interval is narrower than the step. */
static void widen_contrast(struct compared_metric *metric)
{
	double base = metric_step(&metric->sides[BASE]), other = metric_step(&metric->sides[NEW]);
	struct contrast *contrast = &metric->contrast;

	widen(&contrast->difference, fmax(base, other));
	if (contrast->has_ratio)
		widen(&contrast->ratio, fmax(base * contrast->ratio.value, other) /
						metric->sides[BASE].median);
}

void metric_rank(struct compared_metric *metric, const struct sample_runs *base,
		 const struct sample_runs *other)
{
	struct rank_runs ranks;

	rank_runs(base, other, &ranks);
	compare_set_interval(&metric->sides[BASE], &ranks.base);
	compare_set_interval(&metric->sides[NEW], &ranks.other);
	metric->judgement.p = ranks.test.p;
	metric->judgement.delta = ranks.test.delta;
}

static bool is_one_value(const struct side_metric *side)
{
	return side->is_constant && side->min == side->max;
}

/* All samples of a side, ascending. The caller frees them. */
static double *pooled(const struct sample_runs *runs, size_t count)
{
	double *values = xcalloc(count, sizeof(*values));
	size_t used = 0;

	for (size_t i = 0; i < runs->count; i++) {
		memcpy(values + used, runs->runs[i].sorted, runs->runs[i].count * sizeof(*values));
		used += runs->runs[i].count;
	}
	sort_reals(values, count);
	return values;
}

/* Whether both sides have the same samples in all runs together. Runs with different memory layouts
 * differ, but both sides may have the same layouts. */
static bool has_same_samples(const struct compared_metric *metric, const struct sample_runs *base,
			     const struct sample_runs *other)
{
	size_t count = metric->sides[BASE].samples;
	double *ours, *theirs;
	bool same;

	if (metric->sides[NEW].samples != count)
		return false;
	ours = pooled(base, count);
	theirs = pooled(other, count);
	same = memcmp(ours, theirs, count * sizeof(*ours)) == 0;
	free(theirs);
	free(ours);
	return same;
}

/* Deterministic runs have the same samples, so the interval is that of one run. */
static void contrast_counted(struct compared_metric *metric)
{
	metric->is_exact = is_one_value(&metric->sides[BASE]) && is_one_value(&metric->sides[NEW]);
	for (enum side side = BASE; side < SIDES && !metric->is_exact; side++) {
		const struct stats stats = metric_stats(metric->sides[side].first);

		compare_set_interval(&metric->sides[side], &stats);
	}
}

static void compute_contrast(const struct comparison *comparison, struct compared_metric *metric,
			     struct sample_run *const samples[SIDES])
{
	const struct sample_runs base = {samples[BASE], metric->sides[BASE].runs};
	const struct sample_runs other = {samples[NEW], metric->sides[NEW].runs};

	contrast_medians(metric);
	metric->is_counted = compare_is_exact(comparison);
	if (metric->is_counted) {
		contrast_counted(metric);
		metric->has_same_samples = has_same_samples(metric, &base, &other);
	} else if (comparison->kind == COMPARE_CHANGE) {
		metric_rank(metric, &base, &other);
	} else {
		bootstrap_contrast(&base, &other, &metric->contrast);
		widen_contrast(metric);
	}
}

static void fill_metric(const struct comparison *comparison, struct missing_metric missing[SIDES],
			struct compared_metric *metric)
{
	const struct metric_name name = {metric->bench, metric->point, metric->stage};
	struct sample_run *samples[SIDES];

	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];
		struct side_metric *side_metric = &metric->sides[side];

		samples[side] = xreallocarray(NULL, runs->count + 1, sizeof(**samples));
		read_side(runs, metric, side, samples[side]);
		if (side_metric->runs == 0 && runs->count > 0)
			side_metric->why_missing = missing_metric_explain(
				&missing[side], &runs->items[0], &name, &side_metric->is_lost);
	}
	if (metric_is_common(metric))
		compute_contrast(comparison, metric, samples);
	for (enum side side = BASE; side < SIDES; side++)
		free(samples[side]);
}

/* Metrics with twice the operations are checks of others, not metrics. */
static void compare_add_metric(struct comparison *comparison, struct name_index *listed,
			       const struct metric *metric)
{
	const struct metric_name name = {metric->bench->info->name, metric->point, metric->stage};

	if (metric->is_doubled || !metric_has_samples(metric) ||
	    name_index_find(listed, &name) != NAME_NOT_FOUND)
		return;
	name_index_add(listed, &name);
	comparison->metrics[comparison->metric_count++] =
		(struct compared_metric){
			.bench = name.bench, .point = name.point, .stage = name.stage,
		};
}

static void add_run_metrics(struct comparison *comparison, const struct metrics *metrics,
			    struct name_index *listed, const struct patterns *benches)
{
	/* At most all of them are new. */
	comparison->metrics = xreallocarray(comparison->metrics,
					    comparison->metric_count + metrics->count + 1,
					    sizeof(*comparison->metrics));
	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];

		if (patterns_select(benches, metric->bench->info->name))
			compare_add_metric(comparison, listed, metric);
	}
}

void compare_make(struct comparison *comparison, const struct patterns *benches)
{
	struct missing_metric missing[SIDES] = {0};
	struct name_index listed = {0};

	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		for (size_t i = 0; i < runs->count; i++)
			add_run_metrics(comparison, &runs->items[i].analysis->metrics, &listed,
					benches);
	}
	name_index_free(&listed);
	for (size_t i = 0; i < comparison->metric_count; i++)
		fill_metric(comparison, missing, &comparison->metrics[i]);
	for (enum side side = BASE; side < SIDES; side++)
		missing_metric_free(&missing[side]);
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
