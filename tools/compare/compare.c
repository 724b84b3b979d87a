/* SPDX-License-Identifier: MIT */
/* Metrics are matched by benchmark, point and stage, whose names are the same on every machine. */
#include "tools/compare/compare.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/point.h"
#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/base/sort.h"
#include "tools/compare/missing_metric.h"
#include "tools/record/catalogue.h"
#include "tools/stats/rank_runs.h"

/* With this many boots a side, ranks alone show a difference in any of a thousand counts, because
 * only 2 of the 48 620 orders of 18 boots are as extreme. */
#define RANKED_BOOTS 9

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
	const struct compared_runs *base = &comparison->sides[BASE];
	const struct compared_runs *other = &comparison->sides[NEW];

	return base->count == 1 && other->count == 1 && base->items[0].baseline == NULL &&
	       other->items[0].baseline == NULL;
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

struct side_samples {
	struct sample_run *runs;
	struct sample_runs of;          /* these */
	double *boots;                  /* samples of a baseline, sorted for each boot; or NULL */
};

static void side_samples_add(struct side_samples *samples, const double *sorted, size_t count)
{
	samples->runs = xreallocarray(samples->runs, samples->of.count + 1,
				      sizeof(*samples->runs));
	samples->runs[samples->of.count++] = (struct sample_run){sorted, count};
	samples->of.runs = samples->runs;
}

static void side_samples_free(struct side_samples *samples)
{
	free(samples->runs);
	free(samples->boots);
}

static bool are_same(const struct sample_set *a, const struct sample_set *b)
{
	return a->count == b->count &&
	       memcmp(a->values, b->values, a->count * sizeof(*a->values)) == 0;
}

static const struct metric_samples *samples_of(const struct compared_metric *of,
					       const struct metric *metric)
{
	return of->is_cold ? &metric->cold : &metric->warm;
}

static struct stats stats_of(const struct compared_metric *of, const struct metric *metric)
{
	return of->is_cold ? metric_cold_stats(metric) : metric_stats(metric);
}

static const struct sample_set *raw_of(const struct compared_metric *of,
				       const struct metric *metric)
{
	return of->is_cold ? &metric->series->cold : &metric->series->warm;
}

static const struct metric *find_metric(const struct compared_run *run,
					const struct compared_metric *metric)
{
	const struct metric *found = metrics_find(&run->analysis->metrics, metric->bench,
						  metric->point, metric->first_stage);

	return found != NULL && samples_of(metric, found)->summary.ticks.n > 0 ? found : NULL;
}

/* The side's runs and n are those of the samples that are compared. */
static void side_prove(const struct side_metric *side, const struct sample_runs *samples)
{
	size_t count = 0;

	for (size_t i = 0; i < samples->count; i++)
		count += samples->runs[i].count;
	proof_require(side->runs == samples->count && side->samples == count,
		      "%zu samples of %zu runs are stated, but %zu of %zu are compared",
		      side->samples, side->runs, count, samples->count);
}

/* Set one side of the metric. A run does not have the metric if the unit differs from that in the
 * first run. Appends the samples of each run that has the metric to samples. */
static void read_side(const struct compared_runs *runs, struct compared_metric *metric,
		      enum side which, struct side_samples *samples)
{
	struct side_metric *side = &metric->sides[which];

	side->medians = xreallocarray(NULL, runs->count, sizeof(*side->medians));
	for (size_t i = 0; i < runs->count; i++) {
		const struct metric *first = find_metric(&runs->items[i], metric);
		struct stats stats;
		bool is_first;

		side->medians[i] = NAN;
		if (first == NULL || (side->runs > 0 && strcmp(side->unit, first->unit) != 0))
			continue;
		side_samples_add(samples, samples_of(metric, first)->values,
				 samples_of(metric, first)->summary.ticks.n);
		stats = stats_of(metric, first);
		is_first = side->runs++ == 0;
		if (is_first) {
			side->first = first;
			side->min = stats.min;
			side->max = stats.max;
		}
		side->unit = first->unit;
		side->is_constant = (is_first || side->is_constant) && stats.min == stats.max;
		side->is_repeatable = (is_first || side->is_repeatable) &&
				      are_same(raw_of(metric, side->first), raw_of(metric, first));
		side->samples += stats.n;
		side->min = fmin(side->min, stats.min);
		side->max = fmax(side->max, stats.max);
		side->medians[i] = stats.median;
	}
	side->is_repeatable = side->is_repeatable && side->runs == runs->count;
	side_prove(side, &samples->of);
	if (side->runs > 0)
		side->median = bootstrap_median(&samples->of);
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
		    point_is(metric->point, name->point) &&
		    strcmp(metric->stage, name->stage) == 0)
			return metric;
	}
	return NULL;
}

bool metric_is_common(const struct compared_metric *metric)
{
	const struct side_metric *base = &metric->sides[BASE], *other = &metric->sides[NEW];

	return base->runs > 0 && other->runs > 0 && strcmp(base->unit, other->unit) == 0 &&
	       !metric->depends_on_emulator;
}

bool metric_is_tested(const struct compared_metric *metric)
{
	return metric_is_common(metric) && !metric->is_exact;
}

double side_metric_spread(const struct side_metric *side)
{
	return side->min > 0 ? side->max / side->min - 1 : 0;
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
	metric->judgement.t_p = ranks.t_p;
	metric->judgement.delta = ranks.test.delta;
}

bool side_metric_is_one_value(const struct side_metric *side)
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
	metric->is_exact = side_metric_is_one_value(&metric->sides[BASE]) &&
			   side_metric_is_one_value(&metric->sides[NEW]);
	metric->is_disjoint = metric->sides[BASE].max < metric->sides[NEW].min ||
			      metric->sides[NEW].max < metric->sides[BASE].min;
	for (enum side side = BASE; side < SIDES && !metric->is_exact; side++) {
		const struct stats stats = stats_of(metric, metric->sides[side].first);

		compare_set_interval(&metric->sides[side], &stats);
	}
}

/* Test a count that varies. A few boots, mostly of different memory layouts, have too few orders
 * for ranks. Then the sides must be disjoint, and further apart than boots of one side are. */
static void test_varying_count(struct compared_metric *metric, const struct sample_runs *base,
			       const struct sample_runs *other)
{
	metric_rank(metric, base, other);
	if (base->count >= RANKED_BOOTS && other->count >= RANKED_BOOTS)
		return;
	metric->judgement.p = metric->is_disjoint ? metric->judgement.t_p : 1;
	metric->judgement.delta = NAN;
}

static void compute_contrast(const struct comparison *comparison, struct compared_metric *metric,
			     const struct side_samples samples[SIDES])
{
	const struct sample_runs *base = &samples[BASE].of, *other = &samples[NEW].of;

	contrast_medians(metric);
	metric->is_counted = compare_is_exact(comparison);
	if (metric->is_counted) {
		contrast_counted(metric);
		metric->has_same_samples = has_same_samples(metric, base, other);
		metric->has_lost_constancy =
			side_metric_is_one_value(&metric->sides[BASE]) &&
			!side_metric_is_one_value(&metric->sides[NEW]) &&
			!result_is_of_process(comparison->sides[NEW].items[0].result);
		if (!metric->is_exact && comparison->kind == COMPARE_CHANGE)
			test_varying_count(metric, base, other);
	} else if (comparison->kind == COMPARE_CHANGE) {
		metric_rank(metric, base, other);
	} else {
		bootstrap_contrast(base, other, &metric->contrast);
		widen_contrast(metric);
	}
}

/* Split the samples of a baseline by boot. The baseline has the samples of all boots in a row, and
 * each boot has as many as a run of the other side. Each cold sample is of one boot. Does nothing
 * if the numbers do not fit. */
static void split_baseline(const struct comparison *comparison, struct compared_metric *metric,
			   enum side which,
			   struct side_samples *samples)
{
	const struct compared_run *run = &comparison->sides[which].items[0];
	const struct metric *own = metric->sides[which].first;
	const struct metric *other = metric->sides[which == BASE ? NEW : BASE].first;
	const struct sample_set *raw = raw_of(metric, own);
	size_t each = metric->is_cold ? 1 : other->warm.summary.ticks.n;

	if (run->baseline == NULL || each >= raw->count || raw->count % each != 0 ||
	    own->warm.summary.ticks.n != own->series->warm.count)
		return;
	samples->of.count = 0;
	samples->boots = xcalloc(raw->count, sizeof(*samples->boots));
	for (size_t i = 0; i < raw->count; i += each) {
		const struct sample_set boot = {raw->values + i, each};
		double *values = samples->boots + i;
		struct summary summary;

		if (metric->is_cold)
			values[0] = own->cold.values[i];
		else
			timing_summarise(own->bench, own->series, &boot, &run->analysis->overhead,
					 values, &summary);
		for (size_t j = 0; j < each && !metric->is_cold; j++)
			values[j] *= own->scale;
		side_samples_add(samples, values, each);
	}
	metric->sides[which].median = bootstrap_median(&samples->of);
}

static void fill_metric(const struct comparison *comparison, struct missing_metric missing[SIDES],
			struct compared_metric *metric)
{
	const struct metric_name name = {metric->bench, metric->point, metric->first_stage};
	struct side_samples samples[SIDES] = {{0}, {0}};

	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];
		struct side_metric *side_metric = &metric->sides[side];

		read_side(runs, metric, side, &samples[side]);
		if (side_metric->runs == 0 && runs->count > 0)
			side_metric->why_missing = missing_metric_explain(
				&missing[side], &runs->items[0], &name, &side_metric->is_lost);
	}
	if (metric_is_common(metric)) {
		for (enum side side = BASE; side < SIDES; side++)
			split_baseline(comparison, metric, side, &samples[side]);
		compute_contrast(comparison, metric, samples);
	}
	for (enum side side = BASE; side < SIDES; side++)
		side_samples_free(&samples[side]);
}

/* Whether a benchmark has equal counts under Linux on every version of QEMU. */
static bool is_of_exact_suite(const char *bench)
{
	for (const struct catalogue_entry *entry = catalogue; entry->name != NULL; entry++) {
		if (strcmp(entry->name, bench) == 0)
			return strstr(entry->suites, "exact") != NULL;
	}
	return false;
}

static void append_metric(struct comparison *comparison, const struct metric_name *name,
			  bool is_cold)
{
	struct compared_metric *metric = &comparison->metrics[comparison->metric_count++];
	char *stage;

	*metric = (struct compared_metric){
		.bench = name->bench, .point = name->point, .stage = name->stage,
		.first_stage = name->stage, .is_cold = is_cold,
		.depends_on_emulator = comparison->has_other_emulator &&
				       !is_of_exact_suite(name->bench),
	};
	if (!is_cold)
		return;
	stage = xarena_alloc(&comparison->texts, strlen(name->stage) + sizeof(" " COLD_STAGE));
	sprintf(stage, "%s%s" COLD_STAGE, name->stage, name->stage[0] != '\0' ? " " : "");
	metric->stage = stage;
}

/* Only a change in instructions has all metrics. Otherwise a metric with twice the operations is
 * left out, because it only checks another metric, and cold samples, because they are few. */
static void compare_add_metric(struct comparison *comparison, struct name_index *listed,
			       const struct metric *metric)
{
	const struct metric_name name = {metric->bench->info->name, metric->point, metric->stage};
	bool has_all = comparison->kind == COMPARE_CHANGE && compare_is_exact(comparison);

	if ((metric->is_doubled && !has_all) || !metric_has_samples(metric) ||
	    name_index_find(listed, &name) != NAME_NOT_FOUND)
		return;
	name_index_add(listed, &name);
	append_metric(comparison, &name, false);
	if (has_all && metric->cold.summary.ticks.n > 0)
		append_metric(comparison, &name, true);
}

/* Most counts of Linux depend on its timers, and the timers depend on QEMU's firmware and
 * devices. */
static bool has_other_emulator(const struct comparison *comparison)
{
	struct baseline conditions[SIDES];
	const struct baseline_line *notes[SIDES];
	bool differs, is_linux;

	if (comparison->kind != COMPARE_CHANGE || !compare_is_exact(comparison))
		return false;
	for (enum side side = BASE; side < SIDES; side++) {
		conditions[side] = compared_run_conditions(&comparison->sides[side].items[0]);
		notes[side] = baseline_find(&conditions[side], BASELINE_NOTE_MARK "emulator");
	}
	is_linux = result_is_of_process(comparison->sides[NEW].items[0].result);
	differs = notes[BASE] != NULL && notes[NEW] != NULL &&
		  strcmp(notes[BASE]->value, notes[NEW]->value) != 0;
	for (enum side side = BASE; side < SIDES; side++)
		baseline_free(&conditions[side]);
	return is_linux && differs;
}

static const char *arena_text(struct arena *arena, const char *text)
{
	char *copy = xarena_alloc(arena, strlen(text) + 1);

	return strcpy(copy, text);
}

/* Index the parameters of which a benchmark's metrics have several values. */
static void find_varying(struct comparison *comparison)
{
	struct name_index seen = {0};   /* with the first value of each */

	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct compared_metric *metric = &comparison->metrics[i];
		const char *rest = metric->point;
		struct parameter parameter;

		while (point_next(&rest, &parameter)) {
			struct metric_name name = {metric->bench, parameter.name, ""};
			struct metric_name with_value = {metric->bench, parameter.name,
							 parameter.value};
			bool is_new = name_index_find(&seen, &name) == NAME_NOT_FOUND;

			if (!is_new && (name_index_find(&seen, &with_value) != NAME_NOT_FOUND ||
					name_index_find(&comparison->varying, &name) !=
						NAME_NOT_FOUND))
				continue;
			name.point = arena_text(&comparison->texts, parameter.name);
			with_value.point = name.point;
			with_value.stage = arena_text(&comparison->texts, parameter.value);
			if (is_new) {
				name_index_add(&seen, &name);
				name_index_add(&seen, &with_value);
			} else {
				name_index_add(&comparison->varying, &name);
			}
		}
	}
	name_index_free(&seen);
}

void compare_make(struct comparison *comparison, const struct patterns *benches)
{
	struct missing_metric missing[SIDES] = {0};
	struct name_index listed = {0};

	arena_init(&comparison->texts, RESULT_MEMORY_MAX);
	/* A baseline's metrics are understood with the help of a run with the same metrics. */
	for (enum side side = BASE; side < SIDES; side++) {
		struct compared_runs *runs = &comparison->sides[side];
		const struct compared_runs *others = &comparison->sides[side == BASE ? NEW : BASE];

		for (size_t i = 0; i < runs->count && others->count > 0; i++) {
			if (runs->items[i].baseline != NULL)
				compared_run_complete_baseline(&runs->items[i], &others->items[0]);
		}
	}
	comparison->has_other_emulator = has_other_emulator(comparison);

	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		for (size_t i = 0; i < runs->count; i++) {
			const struct metrics *metrics = &runs->items[i].analysis->metrics;

			/* At most all of them are new. */
			comparison->metrics =
				xreallocarray(comparison->metrics,
					      comparison->metric_count + 2 * metrics->count + 1,
					      sizeof(*comparison->metrics));
			for (size_t j = 0; j < metrics->count; j++) {
				const struct metric *metric = &metrics->items[j];

				if (patterns_select(benches, metric->bench->info->name))
					compare_add_metric(comparison, &listed, metric);
			}
		}
	}
	name_index_free(&listed);
	find_varying(comparison);
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
	name_index_free(&comparison->varying);
	arena_free(&comparison->texts);
	*comparison = (struct comparison){0};
}
