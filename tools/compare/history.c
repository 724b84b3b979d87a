/* SPDX-License-Identifier: MIT */
/* The level is divided by the number of figures (Bonferroni), so that the history as a whole keeps
 * to its rate of false alarms. */
#include "tools/compare/history.h"

#include <math.h>
#include <stdlib.h>

#include "tools/base/alloc.h"

static void make_past(const struct metric *metric, size_t run_count, double level, bool is_counted,
		      struct past *past)
{
	const struct side_figure *figure = &metric->sides[BASE];

	*past = (struct past){
		.metric = metric,
		.values = xcalloc(run_count, sizeof(*past->values)),
		.runs = xcalloc(run_count, sizeof(*past->runs)),
		.changes = xcalloc(run_count, sizeof(*past->changes)),
	};
	for (size_t i = 0; i < run_count; i++) {
		if (isnan(figure->medians[i]))
			continue;
		past->runs[past->count] = i;
		past->values[past->count++] = figure->medians[i];
	}
	past->is_exact = is_counted && figure->is_constant;
	past->change_count = !past->is_exact
		? change_points(past->values, past->count, level, past->changes)
		: change_points_exact(past->values, past->count, past->changes);
	if (figure->median > 0)
		past->slope_part = trend_slope(past->values, past->count) / figure->median;
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
	for (size_t i = 0; i < count; i++)
		make_past(&comparison->metrics[i], runs->count, history->level, is_counted,
			  &history->pasts[i]);
}

void history_free(struct history *history)
{
	for (size_t i = 0; i < history->count; i++) {
		free(history->pasts[i].changes);
		free(history->pasts[i].runs);
		free(history->pasts[i].values);
	}
	free(history->pasts);
}
