/* SPDX-License-Identifier: MIT */
/* Statistics of a set of events by type, length and threshold. */
#ifndef TOOLS_IDLE_EVENT_SET_H
#define TOOLS_IDLE_EVENT_SET_H

#include "tools/stats/latency.h"

#define EVENT_SET_TYPES_MAX 64
#define EVENT_SET_THRESHOLDS_MAX 16
#define EVENT_SET_LATENCY_LIMITS_MAX 16

/* Default latency limit: users do not notice shorter response times (Shneiderman, Designing the
 * User Interface, "System response time"). */
#define LATENCY_LIMIT_SECONDS 0.1

/* Options. Times are in seconds. */
struct event_set_settings {
	double thresholds[EVENT_SET_THRESHOLDS_MAX];    /* none: the lower edges of bins */
	size_t threshold_count;
	struct {
		char *type;                             /* NULL: default of other types */
		double seconds;
	} latency_limits[EVENT_SET_LATENCY_LIMITS_MAX]; /* the last applicable one counts */
	size_t latency_limit_count;
	double power;
};

/* Units of ticks. */
struct event_set_scale {
	double ticks_per_second;        /* of the TSC; 0: unknown */
	double unit_ticks;              /* ticks per unit of lengths */
	const char *unit;               /* "µs", "instructions" or "ticks" */
};

struct event_set_type {
	const char *name;
	size_t count;
	/* In units. */
	double min, median, mean, max, total;
	double sigma;                   /* of a sample; 0 with fewer than two */
	uint64_t latency_limit;         /* ticks */
	double excess_latency;          /* see latency_excess; in units to the power */
};

struct event_set {
	struct latency_event *events;   /* by start */
	size_t count;
	struct event_set_type types[EVENT_SET_TYPES_MAX + 1];   /* the last: all types together */
	size_t type_count;              /* without that one */
	struct latency_bin bins[LATENCY_BINS];
	size_t bin_count;
	struct latency_arrivals arrivals[LATENCY_BINS]; /* of events above each threshold */
	size_t arrivals_count;
};

/* Compute the statistics of count events with these type names, which must outlive them. There are
 * at most EVENT_SET_TYPES_MAX types, numbered from 0. */
void event_set_make(const struct event_set_settings *settings, const struct event_set_scale *scale,
		    const struct latency_event *events, size_t count, const char *const *type_names,
		    size_t type_count, struct event_set *set);
void event_set_free(struct event_set *set);

#endif
