/* SPDX-License-Identifier: MIT */
/* Statistics of a set of events: distribution of lengths, cumulative latency, arrivals of long
 * events, and excess latency. Times are in ticks. Bins and sums are in a unit of unit_ticks. Endo,
 * Wang, Chen and Seltzer, "Using Latency to Evaluate Interactive System Performance", OSDI 1996. */
#ifndef TOOLS_STATS_LATENCY_H
#define TOOLS_STATS_LATENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct latency_event {
	uint64_t start;         /* ticks, on one clock for all events of the set */
	uint64_t length;        /* ticks */
	/* number of the type of event, for callers that distinguish types */
	size_t type;
};

/* Bin limits are 1, 2, 5, 10, 20 … units: from 10^-3 to 10^18. */
#define LATENCY_BINS 64

struct latency_bin {
	/* units; low is inclusive, high exclusive; the first bin begins at 0 */
	double low, high;
	size_t count;
	double sum;             /* units */
	uint64_t first_start;   /* ticks: start of its first event, in the order given */
};

/* Sort events into bins. Omits empty bins before the first event and after the last. Returns the
 * number of bins. unit_ticks is the number of ticks per unit. */
size_t latency_histogram(const struct latency_event *events, size_t count, double unit_ticks,
			 struct latency_bin bins[LATENCY_BINS]);

/* Sort by length, then by start. The running sum over the result is the cumulative latency. */
void latency_sort_by_length(struct latency_event *events, size_t count);
void latency_sort_by_start(struct latency_event *events, size_t count);

struct latency_arrivals {
	uint64_t threshold;     /* ticks */
	size_t count;           /* of longer events */
	double mean, sigma;     /* ticks between their starts; 0 unless has_mean or has_sigma */
	bool has_mean, has_sigma;
};

/* The intervals between events longer than a threshold. events must be sorted by start. sigma is
 * the sample standard deviation and needs three events. */
struct latency_arrivals latency_arrivals(const struct latency_event *events, size_t count,
					 uint64_t threshold);

/* The sum of max(0, length - threshold)^power over all events, in units to that power. Models
 * perceived latency if shorter waits are imperceptible. */
double latency_excess(const struct latency_event *events, size_t count, double unit_ticks,
		      uint64_t threshold, double power);

#endif
