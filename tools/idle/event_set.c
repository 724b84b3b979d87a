/* SPDX-License-Identifier: MIT */
/* Computes statistics of each type, then of all events together. */
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

static void describe_subset(const struct event_set_scale *scale,
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
			   size_t count, struct event_set *set)
{
	struct subset subset = {
		.events = xcalloc(count + 1, sizeof(*subset.events)),
		.units = xcalloc(count + 1, sizeof(*subset.units)),
	};

	for (size_t type = 0; type <= set->type_count; type++) {
		subset.count = 0;
		for (size_t i = 0; i < count; i++) {
			if (type == set->type_count || events[i].type == type)
				subset.events[subset.count++] = events[i];
		}
		describe_subset(scale, settings, &subset, &set->types[type]);
	}
	memcpy(set->events, subset.events, count * sizeof(*subset.events));
	free(subset.units);
	free(subset.events);
}

void event_set_make(const struct event_set_settings *settings, const struct event_set_scale *scale,
		    const struct latency_event *events, size_t count, const char *const *type_names,
		    size_t type_count, struct event_set *set)
{
	struct event_set_type *all;

	memset(set, 0, sizeof(*set));
	set->events = xcalloc(count + 1, sizeof(*set->events));
	set->count = count;
	set->type_count = type_count;
	for (size_t i = 0; i < type_count; i++)
		set->types[i].name = type_names[i];
	set->types[type_count].name = "all";
	describe_types(settings, scale, events, count, set);
	/* Each type has its own latency limit, so the excess of all types is the sum over the
	 * types. */
	all = &set->types[set->type_count];
	all->excess_latency = 0;
	for (size_t i = 0; i < set->type_count; i++)
		all->excess_latency += set->types[i].excess_latency;
	latency_sort_by_start(set->events, count);
	set->bin_count = latency_histogram(set->events, count, scale->unit_ticks, set->bins);
	for (size_t i = 0; i < settings->threshold_count; i++)
		set->arrivals[set->arrivals_count++] = latency_arrivals(
			set->events, set->count, to_ticks(scale, settings->thresholds[i]));
	for (size_t i = 0; i < set->bin_count && settings->threshold_count == 0; i++) {
		double threshold = set->bins[i].low * scale->unit_ticks;

		if (set->bins[i].count > 0)
			set->arrivals[set->arrivals_count++] =
				latency_arrivals(set->events, set->count, (uint64_t)threshold);
	}
}

void event_set_free(struct event_set *set)
{
	free(set->events);
	set->events = NULL;
}
