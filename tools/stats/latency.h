/* SPDX-License-Identifier: MIT */
/* What is said of a set of events that took time: how long they were, how much of the whole each
 * length makes up, how often the long ones came, and one figure for all. Times are in ticks; a
 * scale turns them into the unit that bins and sums are of. Endo, Wang, Chen and Seltzer, "Using
 * Latency to Evaluate Interactive System Performance", OSDI 1996. */
#ifndef TOOLS_STATS_LATENCY_H
#define TOOLS_STATS_LATENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct latency_event {
	uint64_t start;         /* ticks, on the clock that all events of the set share */
	uint64_t length;        /* ticks */
	size_t type;            /* number of the kind of event, for whoever makes a difference */
};

/* Bins at 1, 2, 5, 10, 20 … units: from 10^-3 to 10^18. */
#define LATENCY_BINS 64

struct latency_bin {
	double low, high;       /* units; low is in it, high is not. The first begins at 0. */
	size_t count;
	double sum;             /* units */
	uint64_t first_start;   /* ticks: the first event in it, in the order given */
};

/* Sort events into bins; those before the first and after the last that is not empty are left out.
 * Returns how many bins there are. unit_ticks is how many ticks a unit has. */
size_t latency_histogram(const struct latency_event *events, size_t count, double unit_ticks,
			 struct latency_bin bins[LATENCY_BINS]);

/* Sort by length, and by start where that is the same. A running sum over the result is the
 * cumulative latency. */
void latency_sort_by_length(struct latency_event *events, size_t count);
void latency_sort_by_start(struct latency_event *events, size_t count);

struct latency_arrivals {
	uint64_t threshold;     /* ticks */
	size_t count;           /* of events longer than that */
	double mean, sigma;     /* ticks between their starts; 0 when has_… is not set */
	bool has_mean, has_sigma;
};

/* How often events longer than a threshold come. events are sorted by start. sigma is that of a
 * sample, so it takes three events. */
struct latency_arrivals latency_arrivals(const struct latency_event *events, size_t count,
					 uint64_t threshold);

/* The sum over all events of max(0, length - threshold)^power, in units to that power: what a user
 * is made to feel, if a shorter wait is not felt at all. */
double latency_excess(const struct latency_event *events, size_t count, double unit_ticks,
		      uint64_t threshold, double power);

#endif
