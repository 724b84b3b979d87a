/* SPDX-License-Identifier: MIT */
/* Each type is described by itself, then all events together. */
#include "tools/idle/event_set.h"

#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/stats/stats.h"

/* The events of one type, or of all. */
struct subset {
	struct latency_event *events;
	double *units;
	size_t count;
};

static uint64_t to_ticks(const struct event_set_scale *scale, double seconds)
{
	double ticks = seconds * scale->ticks_per_second;

	return ticks < (double)UINT64_MAX ? (uint64_t)ticks : UINT64_MAX;
}

static uint64_t latency_limit_of(const struct event_set_settings *settings,
				 const struct event_set_scale *scale, const char *type)
{
	double general = LATENCY_LIMIT_SECONDS, own = -1;

	for (size_t i = 0; i < settings->latency_limit_count; i++) {
		const char *name = settings->latency_limits[i].type;

		if (name == NULL)
			general = settings->latency_limits[i].seconds;
		else if (strcmp(name, type) == 0)
			own = settings->latency_limits[i].seconds;
	}
	return to_ticks(scale, own >= 0 ? own : general);
}

static void figures_describe(const struct event_set_scale *scale,
			     const struct event_set_settings *settings, struct subset *subset,
			     struct event_set_type *type)
{
	struct stats stats;

	for (size_t i = 0; i < subset->count; i++)
		subset->units[i] = (double)subset->events[i].length / scale->unit_ticks;
	stats_describe(subset->units, subset->count, &stats);
	type->count = subset->count;
	type->min = stats.min;
	type->median = stats.median;
	type->mean = stats.mean;
	type->max = stats.max;
	type->total = stats.mean * (double)subset->count;
	if (subset->count > 1)
		type->sigma = gsl_stats_sd(subset->units, 1, subset->count);
	type->latency_limit = latency_limit_of(settings, scale, type->name);
	type->excess_latency = latency_excess(subset->events, subset->count, scale->unit_ticks,
					      type->latency_limit, settings->power);
}

static void describe_types(const struct event_set_settings *settings,
			   const struct event_set_scale *scale, const struct latency_event *events,
			   size_t count, struct event_set *figures)
{
	struct subset subset = {
		.events = xcalloc(count + 1, sizeof(*subset.events)),
		.units = xcalloc(count + 1, sizeof(*subset.units)),
	};

	for (size_t type = 0; type <= figures->type_count; type++) {
		subset.count = 0;
		for (size_t i = 0; i < count; i++) {
			if (type == figures->type_count || events[i].type == type)
				subset.events[subset.count++] = events[i];
		}
		figures_describe(scale, settings, &subset, &figures->types[type]);
	}
	memcpy(figures->events, subset.events, count * sizeof(*subset.events));
	free(subset.units);
	free(subset.events);
}

/* Of a sum of burdens each type has a tolerance of its own, so the whole is their sum. */
static void add_excess_latency(struct event_set *figures)
{
	struct event_set_type *all = &figures->types[figures->type_count];

	all->excess_latency = 0;
	for (size_t i = 0; i < figures->type_count; i++)
		all->excess_latency += figures->types[i].excess_latency;
}

static void count_above(const struct event_set_settings *settings,
			const struct event_set_scale *scale, struct event_set *figures)
{
	for (size_t i = 0; i < settings->above_count; i++)
		figures->above[figures->above_count++] = latency_arrivals(
			figures->events, figures->count, to_ticks(scale, settings->above[i]));
	for (size_t i = 0; i < figures->bin_count && settings->above_count == 0; i++) {
		double threshold = figures->bins[i].low * scale->unit_ticks;

		if (figures->bins[i].count > 0)
			figures->above[figures->above_count++] = latency_arrivals(
				figures->events, figures->count, (uint64_t)threshold);
	}
}

void event_set_make(const struct event_set_settings *settings, const struct event_set_scale *scale,
		    const struct latency_event *events, size_t count, const char *const *type_names,
		    size_t type_count, struct event_set *figures)
{
	memset(figures, 0, sizeof(*figures));
	figures->events = xcalloc(count + 1, sizeof(*figures->events));
	figures->count = count;
	figures->type_count = type_count;
	for (size_t i = 0; i < type_count; i++)
		figures->types[i].name = type_names[i];
	figures->types[type_count].name = "all";
	describe_types(settings, scale, events, count, figures);
	add_excess_latency(figures);
	latency_sort_by_start(figures->events, count);
	figures->bin_count = latency_histogram(figures->events, count, scale->unit_ticks,
					       figures->bins);
	count_above(settings, scale, figures);
}

void event_set_free(struct event_set *figures)
{
	free(figures->events);
	figures->events = NULL;
}
