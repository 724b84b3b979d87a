/* SPDX-License-Identifier: MIT */
/* Statistics are brought back to raw samples: times the operations, plus the overhead. Sorting,
 * interpolation and scaling are not used. */
#include "tools/analysis/recount.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/clock_step.h"
#include "tools/base/alloc.h"

#define ROUNDING 1e-13                  /* relative, of a sample */
#define TEXT_ROUNDING 1e-11             /* relative, of a value with 12 digits */
#define SUM_ROUNDING 1e-10
#define SQUARES_ROUNDING 1e-6
#define PART_ROUNDING 1e-6              /* of the distance of two samples */
#define STEP_ROUNDING 1e-6
#define TAIL 0.025                      /* of the interval of a median, on either side */
#define NS_HZ 1e9

/* The samples of one set, and how a statistic is brought back to them. */
struct raw {
	const uint64_t *samples;
	size_t n;
	double per_value;               /* ticks of a sample in one unit of a statistic */
	double overhead;                /* ticks; a sample below it counts as equal */
	double rounding;
};

/* A statistic among the samples. */
struct place {
	size_t below, not_above;        /* numbers of samples */
	double left, right;             /* the nearest samples on both sides */
	double at;
};

static double raw_of(const struct raw *raw, double value)
{
	return value * raw->per_value + raw->overhead;
}

static double raw_sample(const struct raw *raw, size_t i)
{
	return fmax((double)raw->samples[i], raw->overhead);
}

static struct place place_find(const struct raw *raw, double value)
{
	double at = raw_of(raw, value), error = fabs(at) * raw->rounding;
	struct place place = {.left = -INFINITY, .right = INFINITY, .at = at};

	for (size_t i = 0; i < raw->n; i++) {
		double sample = raw_sample(raw, i);

		place.below += sample < at - error;
		place.not_above += sample <= at + error;
		if (sample <= at + error)
			place.left = fmax(place.left, sample);
		if (sample >= at - error)
			place.right = fmin(place.right, sample);
	}
	return place;
}

/* Whether the sample of this rank, from 0, is the value. */
static bool place_is_rank(const struct place *place, size_t rank)
{
	return place->below <= rank && place->not_above > rank;
}

/* Whether the value divides the distance of the samples of two ranks like a lever. */
static bool raw_has_quantile(const struct raw *raw, double share, double value)
{
	struct place place = place_find(raw, value);
	double steps = share * ((double)raw->n - 1), part = steps - floor(steps);
	double distance = place.right - place.left;
	size_t rank = (size_t)steps;

	if (part < PART_ROUNDING || part > 1 - PART_ROUNDING)
		return place_is_rank(&place, rank + (part > PART_ROUNDING));
	if (!(distance > 0))
		return place_is_rank(&place, rank) && place_is_rank(&place, rank + 1);
	return place.below == rank + 1 && place.not_above == rank + 1 &&
	       fabs((place.at - place.left) * (1 - part) - (place.right - place.at) * part) <=
		       distance * PART_ROUNDING + place.at * raw->rounding;
}

static bool raw_has_mean(const struct raw *raw, double mean)
{
	long double rest = 0, all = 0;

	for (size_t i = 0; i < raw->n; i++) {
		rest += (long double)raw_sample(raw, i) - (long double)raw_of(raw, mean);
		all += (long double)raw_sample(raw, i);
	}
	return fabsl(rest) <= all * (long double)SUM_ROUNDING;
}

static bool raw_has_sigma(const struct raw *raw, double mean, double sigma)
{
	double squares = 0, deviation = sigma * raw->per_value;
	double expected = deviation * deviation * ((double)raw->n - 1), size = raw_of(raw, mean);

	for (size_t i = 0; i < raw->n; i++)
		squares += (raw_sample(raw, i) - size) * (raw_sample(raw, i) - size);
	return fabs(squares - expected) <=
	       squares * SQUARES_ROUNDING + size * size * ROUNDING * (double)raw->n;
}

/* The number of samples beyond either end of the interval, by adding up the binomial distribution
 * until the tail is full. The result is kept for the next call with the same n. Returns false if
 * there are too few samples for an interval. */
static bool interval_beyond(size_t n, size_t *beyond)
{
	static struct {
		size_t n, full;
	} last;
	double log_term = -(double)n * log(2), sum = exp(log_term);

	for (size_t full = 0; last.n != n; full++) {
		if (sum > TAIL) {
			last.n = n;
			last.full = full;
		}
		log_term += log((double)(n - full) / (double)(full + 1));
		sum += exp(log_term);
	}
	*beyond = last.full > 0 ? last.full - 1 : 0;
	return last.full > 0;
}

/* Whether an end of the interval is the sample of that rank. Half a step of the clock from the
 * median is also an end, if it is farther out. */
static bool interval_ends_at(const struct raw *raw, double end, size_t rank, double half_step,
			     double median)
{
	struct place place = place_find(raw, end);
	double distance = fabs(end - median);

	if (place_is_rank(&place, rank))
		return true;
	if (end < median ? place.below > rank : place.not_above <= rank)
		return false;
	return (end == 0 && end < median) ||
	       fabs(distance - half_step) <= half_step * STEP_ROUNDING;
}

/* step: the least width of the interval, in its unit; 0: none. */
static bool raw_has_interval(const struct raw *raw, const struct stats *stats, double step)
{
	size_t beyond;

	if (interval_beyond(raw->n, &beyond) != stats->has_interval)
		return false;
	return !stats->has_interval ||
	       (stats->median_low <= stats->median && stats->median_high >= stats->median &&
		interval_ends_at(raw, stats->median_low, beyond, step / 2, stats->median) &&
		interval_ends_at(raw, stats->median_high, raw->n - 1 - beyond, step / 2,
				 stats->median));
}

/* The name of the first statistic that the samples contradict; NULL if there is none. */
static const char *raw_contradicts(const struct raw *raw, const struct stats *stats, double step)
{
	const struct {
		const char *name;
		double share, value;
	} quantiles[] = {
		{"minimum", 0, stats->min}, {"p1", 0.01, stats->p1}, {"p5", 0.05, stats->p5},
		{"p25", 0.25, stats->p25}, {"median", 0.5, stats->median},
		{"p75", 0.75, stats->p75}, {"p90", 0.9, stats->p90}, {"p99", 0.99, stats->p99},
		{"maximum", 1, stats->max},
	};

	if (stats->n != raw->n)
		return "number";
	if (raw->n == 0)
		return NULL;
	for (size_t i = 0; i < sizeof(quantiles) / sizeof(quantiles[0]); i++) {
		if (!raw_has_quantile(raw, quantiles[i].share, quantiles[i].value))
			return quantiles[i].name;
	}
	if (!raw_has_mean(raw, stats->mean))
		return "mean";
	if (!raw_has_sigma(raw, stats->mean, stats->sigma))
		return "standard deviation";
	return raw_has_interval(raw, stats, step) ? NULL : "interval";
}

/* ---- Metrics ---- */

/* Whether a unit of the metric is as long as its name says. */
static bool metric_has_unit(const struct metric *metric, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	bool is_ns = strcmp(metric->unit, "ns") == 0;

	if (!is_ns || !metric->is_in_ticks)
		return metric->scale == 1;
	return fabs(metric->scale * (double)manifest->tsc_hz - NS_HZ) <= NS_HZ * SUM_ROUNDING;
}

static size_t raw_count_below(const struct raw *raw)
{
	size_t below = 0;

	for (size_t i = 0; i < raw->n; i++)
		below += (double)raw->samples[i] < raw->overhead;
	return below;
}

static const char *set_contradicts(const struct metric *metric, const struct raw *raw,
				   const struct metric_samples *set, const struct stats *stats)
{
	if (raw->n == 0 && stats->n == 0)
		return NULL;
	if (metric->doubled == NULL && set->summary.saturated != raw_count_below(raw))
		return "number of samples below the overhead";
	return raw_contradicts(raw, stats, set->summary.step * metric->scale);
}

/* The overhead of a sample, by the rules in docs/statistics.md. */
static double metric_overhead(const struct metric *metric, const struct overhead *overhead)
{
	return metric->series->info->timed != 0 && overhead->state == OVERHEAD_KNOWN &&
			       strcmp(metric->bench->info->name, TIMING_BENCH) != 0
		       ? overhead->cost
		       : 0;
}

static struct raw metric_raw(const struct metric *metric, const struct sample_set *samples,
			     uint64_t operations, const struct overhead *overhead)
{
	return (struct raw){
		.samples = samples->values,
		.n = samples->count,
		.per_value = (operations != 0 ? (double)operations : 1) / metric->scale,
		.overhead = metric_overhead(metric, overhead),
		.rounding = ROUNDING,
	};
}

/* How much longer 2n operations took than n: each number, added to the sample of n, gives the
 * sample of 2n. The caller frees the samples. */
static struct raw doubled_raw(const struct metric *metric, const struct overhead *overhead)
{
	const struct sample_set *once = &metric->series->warm, *twice = &metric->doubled->warm;
	size_t n = once->count < twice->count ? once->count : twice->count;
	uint64_t *more = xcalloc(n + 1, sizeof(*more));

	for (size_t i = 0; i < n; i++)
		more[i] = twice->values[i] > once->values[i] ? twice->values[i] - once->values[i]
							     : 0;
	return metric_raw(metric, &(struct sample_set){more, n}, metric->series->info->iterations,
			  overhead);
}

static const char *doubled_contradicts(const struct metric *metric,
				       const struct overhead *overhead, const struct stats *stats)
{
	struct raw raw = doubled_raw(metric, overhead);
	const char *what = set_contradicts(metric, &raw, &metric->warm, stats);

	free((void *)(uintptr_t)raw.samples);
	return what;
}

static struct raw cold_raw(const struct metric *metric, const struct overhead *overhead)
{
	const struct wire_series *info = metric->series->info;

	return metric_raw(metric, &metric->series->cold,
			  info->cold_iterations != 0 ? info->cold_iterations : info->iterations,
			  overhead);
}

static bool metric_has_bandwidth(const struct metric *metric, const struct stats *stats)
{
	double bytes = (double)metric->series->info->bytes;

	return stats->n == 0 || !(stats->median > 0) ||
	       fabs(metric_bandwidth(metric) * stats->median - bytes) <= bytes * SUM_ROUNDING;
}

static const char *metric_contradicts(const struct metric *metric, const struct result *result,
				      const struct overhead *overhead)
{
	const struct wire_series *info = metric->series->info;
	const struct stats warm = metric_stats(metric), cold = metric_cold_stats(metric);
	struct raw raw = metric_raw(metric, &metric->series->warm, info->iterations, overhead);
	const char *what;

	if (!metric_has_unit(metric, result))
		return "unit";
	if (!metric_has_bandwidth(metric, &warm))
		return "bandwidth";
	what = metric->doubled != NULL ? doubled_contradicts(metric, overhead, &warm)
				       : set_contradicts(metric, &raw, &metric->warm, &warm);
	if (what != NULL)
		return what;
	raw = cold_raw(metric, overhead);
	return set_contradicts(metric, &raw, &metric->cold, &cold);
}

/* On a clock with steps, the cost is the mean of a part of the samples. */
static bool overhead_is_median(const struct overhead *overhead, const struct result *result)
{
	const struct bench *bench = result_bench(result, TIMING_BENCH);
	struct raw raw = {.per_value = 1, .rounding = ROUNDING};

	if (overhead->state == OVERHEAD_MISSING || overhead->step >= CLOCK_STEP_LEAST)
		return true;
	raw.samples = bench->series->warm.values;
	raw.n = bench->series->warm.count;
	return raw_has_quantile(&raw, 0.5, overhead->cost);
}

bool recount_agrees(const struct metrics *metrics, const struct overhead *overhead,
		    char text[RECOUNT_TEXT_MAX])
{
	if (!overhead_is_median(overhead, metrics->result)) {
		snprintf(text, RECOUNT_TEXT_MAX, "the subtracted overhead, %.6g ticks, is not the "
						 "median of " TIMING_BENCH, overhead->cost);
		return false;
	}
	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];
		const char *what = metric_contradicts(metric, metrics->result, overhead);

		if (what == NULL)
			continue;
		snprintf(text, RECOUNT_TEXT_MAX, "%.80s%s%.60s%s%.40s: this program's %s does not "
						 "agree with the samples in the log",
			 metric->bench->info->name, metric->point[0] != '\0' ? ", " : "",
			 metric->point, metric->stage[0] != '\0' ? ", " : "", metric->stage, what);
		return false;
	}
	return true;
}

/* ---- One value, as a text shows it ---- */

static bool raw_has(const struct raw *raw, const char *name, double value)
{
	static const struct {
		const char *name;
		double share;
	} quantiles[] = {
		{"min", 0}, {"p1", 0.01}, {"p5", 0.05}, {"p25", 0.25}, {"median", 0.5},
		{"p75", 0.75}, {"p90", 0.9}, {"p99", 0.99}, {"max", 1},
	};

	if (strcmp(name, "n") == 0)
		return value == (double)raw->n;
	if (raw->n == 0)
		return false;
	if (strcmp(name, "mean") == 0)
		return raw_has_mean(raw, value);
	for (size_t i = 0; i < sizeof(quantiles) / sizeof(quantiles[0]); i++) {
		if (strcmp(name, quantiles[i].name) == 0)
			return raw_has_quantile(raw, quantiles[i].share, value);
	}
	return true;
}

bool recount_has(const struct metric *metric, const struct overhead *overhead, bool is_cold,
		 const char *name, double value)
{
	bool is_difference = metric->doubled != NULL && !is_cold, has;
	struct raw raw = is_difference ? doubled_raw(metric, overhead)
			 : is_cold ? cold_raw(metric, overhead)
				   : metric_raw(metric, &metric->series->warm,
						metric->series->info->iterations, overhead);

	raw.rounding = TEXT_ROUNDING;
	has = raw_has(&raw, name, value);
	if (is_difference)
		free((void *)(uintptr_t)raw.samples);
	return has;
}
