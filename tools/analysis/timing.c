/* SPDX-License-Identifier: MIT */
/* The timing overhead is measured, and subtracted only if it is stable. Differences below zero are
 * set to zero and counted. */
#include "tools/analysis/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/clock_step.h"
#include "tools/base/alloc.h"
#include "tools/base/sort.h"
#include "tools/base/ticks.h"

enum time_base timing_base(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	return manifest != NULL ? time_base_of(manifest->time_base) : TIME_UNKNOWN;
}

bool timing_has_tsc(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	return manifest == NULL || manifest->arch[0] == '\0' ||
	       strcmp(manifest->arch, "x86_64") == 0 || strcmp(manifest->arch, "i386") == 0;
}

const char *timing_clock_name(const struct result *result)
{
	return timing_has_tsc(result) ? "TSC" : "clock";
}

const char *timing_no_clock(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	enum time_base base = timing_base(result);
	bool is_clock = base == TIME_REAL || base == TIME_EMULATED;

	if (!is_clock || manifest->tsc_hz != 0)
		return NULL;
	return timing_has_tsc(result) ? "no clock: times are in TSC ticks"
				      : "no clock: times are in ticks";
}

double timing_ns_per_tick(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	enum time_base base = timing_base(result);

	if ((base != TIME_REAL && base != TIME_EMULATED) || manifest->tsc_hz == 0)
		return 0;
	return ticks_time(1, (double)manifest->tsc_hz, NS_PER_SECOND);
}

/* Mean of the values within this distance of the median. */
static double mean_near(const double *values, size_t n, double median, double distance)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		if (fabs(values[i] - median) > distance)
			continue;
		sum += values[i] - median;
		count++;
	}
	return count > 0 ? median + sum / (double)count : median;
}

double timing_spread_max(const struct stats *overhead)
{
	return fmax(OVERHEAD_SPREAD_TICKS, OVERHEAD_SPREAD_PART * overhead->median);
}

bool timing_is_narrow(const struct stats *overhead)
{
	return overhead->p75 - overhead->p25 <= timing_spread_max(overhead);
}

/* Whether the IQR is within the limits, or no more than the clock's step. */
static bool is_stable(const struct overhead *overhead)
{
	return timing_is_narrow(&overhead->stats) ||
	       (overhead->step >= CLOCK_STEP_LEAST &&
		overhead->stats.p75 - overhead->stats.p25 <= overhead->step + 1);
}

void timing_overhead(const struct result *result, struct overhead *overhead)
{
	const struct bench *bench = result_bench(result, TIMING_BENCH);
	const struct series *series = bench != NULL ? bench->series : NULL;
	size_t count;
	double *values;

	memset(overhead, 0, sizeof(*overhead));
	overhead->time_base = timing_base(result);
	overhead->state = OVERHEAD_MISSING;
	overhead->step = overhead->time_base == TIME_INSTRUCTIONS ? 1 : clock_step(result);
	overhead->resolution = overhead->step;
	if (bench == NULL || bench->series_count == 0 || series->warm.count == 0)
		return;
	count = series->warm.count;
	values = xcalloc(count, sizeof(double));
	for (size_t i = 0; i < count; i++)
		values[i] = (double)series->warm.values[i];
	stats_describe(values, count, &overhead->stats);
	overhead->cost = overhead->stats.median;
	if (overhead->step >= CLOCK_STEP_LEAST)
		overhead->cost = mean_near(values, count, overhead->cost, 2 * overhead->step);
	free(values);
	overhead->resolution = fmax(overhead->step, overhead->stats.p75 - overhead->stats.p25);
	overhead->state = is_stable(overhead) ? OVERHEAD_KNOWN : OVERHEAD_UNSTABLE;
}

double timing_iterations(const struct series *series, const struct sample_set *set)
{
	uint64_t iterations = series->info->iterations;

	if (set == &series->cold && series->info->cold_iterations != 0)
		iterations = series->info->cold_iterations;
	return iterations == 0 ? 1 : (double)iterations;
}

static bool is_corrected(const struct bench *bench, const struct series *series,
			 const struct overhead *overhead)
{
	return series->info->timed != 0 && overhead->state == OVERHEAD_KNOWN &&
	       strcmp(bench->info->name, TIMING_BENCH) != 0;
}

double timing_cost(const struct bench *bench, const struct series *series,
		   const struct overhead *overhead)
{
	return is_corrected(bench, series, overhead) ? overhead->cost : 0;
}

/* Samples are sorted as integers, which is faster than sorting the resulting values. */
static uint64_t *sorted_samples(const struct sample_set *set)
{
	uint64_t *samples = xmalloc((set->count + 1) * sizeof(*samples));

	if (set->count > 0)
		memcpy(samples, set->values, set->count * sizeof(*samples));
	sort_numbers(samples, set->count);
	return samples;
}

double timing_of_one(double sample, double cost, double iterations)
{
	return (sample - cost) / iterations;
}

int64_t timing_difference(uint64_t of_2n, uint64_t of_n)
{
	return (int64_t)(of_2n - of_n);
}

void timing_summarise(const struct bench *bench, const struct series *series,
		      const struct sample_set *set, const struct overhead *overhead, double *values,
		      struct summary *summary)
{
	double iterations = timing_iterations(series, set);
	double cost = timing_cost(bench, series, overhead);
	uint64_t *samples = sorted_samples(set);

	memset(summary, 0, sizeof(*summary));
	summary->corrected = is_corrected(bench, series, overhead);
	summary->sample_median = set->count > 0 ? stats_median_numbers(samples, set->count) : 0;
	for (size_t i = 0; i < set->count; i++) {
		double ticks = timing_of_one((double)samples[i], cost, iterations);

		summary->saturated += ticks < 0;
		values[i] = fmax(0, ticks);
	}
	stats_describe_sorted(values, set->count, &summary->ticks);
	if (overhead->time_base != TIME_INSTRUCTIONS && series_is_in_ticks(bench, series))
		summary->step = overhead->step / iterations;
	stats_widen(&summary->ticks, summary->step);
	free(samples);
}
