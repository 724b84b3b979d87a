/* SPDX-License-Identifier: MIT */
/* The significance level is divided by the number of metrics (Bonferroni), so that it holds for the
 * whole history. */
#include "tools/compare/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/stats/stats.h"

/* Names of the runs of `run --layouts`, without the number. */
#define LAYOUT_NAME "layout-"

/* Rounding error in a proof, relative to the values. */
#define ROUNDING 1e-9

/* ---- Entries ---- */

/* Length of the path of the layout group to which the run belongs; 0 if it belongs to none. */
static size_t group_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL && strncmp(slash + 1, LAYOUT_NAME, strlen(LAYOUT_NAME)) == 0
		? (size_t)(slash - path)
		: 0;
}

static void make_entries(struct history *history)
{
	const struct compared_runs *runs = &history->comparison->sides[BASE];
	struct history_entry *entry = NULL;

	history->entries = xcalloc(runs->count, sizeof(*history->entries));
	for (size_t i = 0; i < runs->count; i++) {
		const char *path = runs->items[i].path;
		size_t length = group_length(path);

		if (entry != NULL && length > 0 &&
		    length == group_length(runs->items[i - 1].path) &&
		    strncmp(path, runs->items[i - 1].path, length) == 0) {
			entry->count++;
			continue;
		}
		entry = &history->entries[history->entry_count++];
		*entry = (struct history_entry){.first = i, .count = 1};
	}
}

/* ---- Timelines ---- */

/* Median of an entry's runs; NaN if none has the metric. Clears *is_one if their values differ. */
static double entry_median(const struct history_entry *entry, const double *medians, bool *is_one)
{
	double *values = xcalloc(entry->count, sizeof(*values)), median = NAN;
	size_t count = 0;

	for (size_t i = 0; i < entry->count; i++) {
		if (!isnan(medians[entry->first + i]))
			values[count++] = medians[entry->first + i];
		*is_one &= count == 0 || values[count - 1] == values[0];
	}
	if (count > 0)
		median = stats_median(values, count);
	free(values);
	return median;
}

/* Relative difference between the last and the first level: those of the steps, or of the line
 * through the median if there are no steps. */
static double trend_of(const struct timeline *timeline, double median)
{
	double half = timeline->slope_part * (double)(timeline->count - 1) / 2;
	double first = median, last = median;

	if (timeline->change_count > 0) {
		first = timeline->changes[0].before;
		last = timeline->changes[timeline->change_count - 1].after;
	} else {
		first *= 1 - half;
		last *= 1 + half;
	}
	return first > 0 ? last / first - 1 : 0;
}

static double level_between(const struct timeline *timeline, size_t first, size_t end)
{
	double *values = xcalloc(end - first, sizeof(*values)), level;

	memcpy(values, timeline->values + first, (end - first) * sizeof(*values));
	level = stats_median(values, end - first);
	free(values);
	return level;
}

/* Whether at most half of the pairs of values rise more than this slope, and at most half rise
 * less. */
static bool is_slope(const struct timeline *timeline, double slope, double size)
{
	size_t pairs = timeline->count * (timeline->count - 1) / 2, more = 0, less = 0;

	for (size_t i = 0; i < timeline->count; i++) {
		for (size_t j = i + 1; j < timeline->count; j++) {
			double off = timeline->values[j] - timeline->values[i] -
				     slope * (double)(j - i);

			more += off > ROUNDING * size;
			less += off < -ROUNDING * size;
		}
	}
	return 2 * more <= pairs && 2 * less <= pairs;
}

/* The trend leads from the median of the first level to that of the last; without steps, along a
 * line through the median of all. */
static void trend_prove(const struct timeline *timeline, double median)
{
	double trend = timeline->trend_part;
	size_t steps = timeline->change_count;

	if (steps > 0) {
		double first = level_between(timeline, 0, timeline->changes[0].first);
		double last = level_between(timeline, timeline->changes[steps - 1].first,
					    timeline->count);

		proof_require(!(first > 0) ||
				      fabs(first * (1 + trend) - last) <= ROUNDING * fabs(last),
			      "%s: a trend of %+g does not lead from %g to %g",
			      timeline->metric->bench, trend, first, last);
	} else if (timeline->count > 1 && median > 0 && timeline->slope_part != 0 && trend != 0) {
		double first = 2 * median / (2 + trend), rise = trend * first;

		proof_require(is_slope(timeline, rise / (double)(timeline->count - 1), median),
			      "%s: a line with a trend of %+g is not in the middle of %zu values",
			      timeline->metric->bench, trend, timeline->count);
	}
}

static void make_timeline(const struct history *history, const struct compared_metric *metric,
			  struct timeline *timeline)
{
	const struct side_metric *side_metric = &metric->sides[BASE];
	size_t count = history->entry_count;
	bool is_one = true;

	*timeline = (struct timeline){
		.metric = metric,
		.medians = xcalloc(count, sizeof(*timeline->medians)),
		.values = xcalloc(count, sizeof(*timeline->values)),
		.entries = xcalloc(count, sizeof(*timeline->entries)),
		.changes = xcalloc(count, sizeof(*timeline->changes)),
	};
	for (size_t i = 0; i < count; i++) {
		timeline->medians[i] = entry_median(&history->entries[i], side_metric->medians,
						    &is_one);
		if (isnan(timeline->medians[i]))
			continue;
		timeline->entries[timeline->count] = i;
		timeline->values[timeline->count++] = timeline->medians[i];
	}
	timeline->is_exact = history->is_counted && side_metric->is_constant && is_one;
	timeline->change_count = timeline->is_exact
		? change_points_exact(timeline->values, timeline->count, timeline->changes)
		: change_points(timeline->values, timeline->count, history->level,
				timeline->changes);
	if (side_metric->median > 0)
		timeline->slope_part = trend_slope(timeline->values, timeline->count) /
				       side_metric->median;
	timeline->trend_part = trend_of(timeline, side_metric->median);
	trend_prove(timeline, side_metric->median);
}

void history_make(const struct comparison *comparison, const struct reasons *refused,
		  struct history *history)
{
	const struct compared_runs *runs = &comparison->sides[BASE];
	bool is_counted = runs->items[0].analysis->time_base == TIME_INSTRUCTIONS;
	size_t count = comparison->metric_count;

	*history = (struct history){
		.comparison = comparison,
		.refused = refused,
		.count = count,
		.timelines = xcalloc(count, sizeof(*history->timelines)),
		.is_counted = is_counted,
		.level = count == 0 ? 0 : HISTORY_FALSE_ALARMS / (double)count,
	};
	make_entries(history);
	for (size_t i = 0; i < count; i++)
		make_timeline(history, &comparison->metrics[i], &history->timelines[i]);
}

void history_free(struct history *history)
{
	for (size_t i = 0; i < history->count; i++) {
		free(history->timelines[i].changes);
		free(history->timelines[i].entries);
		free(history->timelines[i].medians);
		free(history->timelines[i].values);
	}
	free(history->timelines);
	free(history->entries);
}
