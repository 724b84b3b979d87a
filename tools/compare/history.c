/* SPDX-License-Identifier: MIT */
/* The level is divided by the number of figures (Bonferroni), so that the history as a whole keeps
 * to its rate of false alarms. */
#include "tools/compare/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"

/* What `run --layouts` calls the runs of a group, with a number behind it. */
#define LAYOUT_NAME "layout-"

/* ---- Entries ---- */

/* The directory of a group of layouts in which the run lies: its length; 0 if it lies in none. */
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

/* ---- Pasts ---- */

/* The median of an entry's runs, NaN if none has one; and whether they are all one value. */
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

/* One arithmetic with the steps': the last level beside the first. */
static double trend_of(const struct past *past, double median)
{
	double half = past->slope_part * (double)(past->count - 1) / 2;
	double first = median, last = median;

	if (past->change_count > 0) {
		first = past->changes[0].before;
		last = past->changes[past->change_count - 1].after;
	} else {
		first *= 1 - half;
		last *= 1 + half;
	}
	return first > 0 ? last / first - 1 : 0;
}

static void make_past(const struct history *history, const struct metric *metric, struct past *past)
{
	const struct side_figure *figure = &metric->sides[BASE];
	size_t count = history->entry_count;
	bool is_one = true;

	*past = (struct past){
		.metric = metric,
		.medians = xcalloc(count, sizeof(*past->medians)),
		.values = xcalloc(count, sizeof(*past->values)),
		.entries = xcalloc(count, sizeof(*past->entries)),
		.changes = xcalloc(count, sizeof(*past->changes)),
	};
	for (size_t i = 0; i < count; i++) {
		past->medians[i] = entry_median(&history->entries[i], figure->medians, &is_one);
		if (isnan(past->medians[i]))
			continue;
		past->entries[past->count] = i;
		past->values[past->count++] = past->medians[i];
	}
	past->is_exact = history->is_counted && figure->is_constant && is_one;
	past->change_count = !past->is_exact
		? change_points(past->values, past->count, history->level, past->changes)
		: change_points_exact(past->values, past->count, past->changes);
	if (figure->median > 0)
		past->slope_part = trend_slope(past->values, past->count) / figure->median;
	past->trend_part = trend_of(past, figure->median);
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
		.pasts = xcalloc(count, sizeof(*history->pasts)),
		.is_counted = is_counted,
		.level = count == 0 ? 0 : HISTORY_FALSE_ALARMS / (double)count,
	};
	make_entries(history);
	for (size_t i = 0; i < count; i++)
		make_past(history, &comparison->metrics[i], &history->pasts[i]);
}

void history_free(struct history *history)
{
	for (size_t i = 0; i < history->count; i++) {
		free(history->pasts[i].changes);
		free(history->pasts[i].entries);
		free(history->pasts[i].medians);
		free(history->pasts[i].values);
	}
	free(history->pasts);
	free(history->entries);
}
