/* SPDX-License-Identifier: MIT */
/* What has to be added to one clock to get another, worked out from nothing but messages
 * between the two: none arrives before it was sent. A message to the clock's owner says that
 * what is added is no less than the time it was sent at (by the other clock) minus the time it
 * arrived at (by this one); a message from it, that it is no more than the arrival minus the
 * sending. What is added is taken to be a line: an offset and a drift. Every line that breaks
 * no bound is possible; what all possible lines lie between is certain.
 *
 * "The Incorporation of Interaction Networks into Performance Monitoring", "Clock
 * Synchronization", leaves this to algorithms of its time; lines between two convex hulls are
 * by Duda, Harrus, Haddad and Bernard, "Estimating Global Time in Distributed Systems", ICDCS
 * 1987. */
#ifndef TOOLS_STATS_CLOCK_BOUNDS_H
#define TOOLS_STATS_CLOCK_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A crystal that is off by more than this part is broken. It bounds what a few messages leave
 * open. */
#define CLOCK_DRIFT_MAX 1e-3

/* Both times are in ticks of the same length. */
struct clock_bound {
	uint64_t at;            /* by the clock that is corrected */
	int64_t offset;         /* of the other clock from it, no less or no more than this */
	bool is_upper;
};

/* A stretch of time in which the clock made no step, and the hulls of the bounds there. */
struct clock_stretch {
	uint64_t begin, end;                    /* of its first and its last bound */
	const struct clock_bound *lower, *upper;        /* corners, in the order of time */
	size_t lower_count, upper_count;        /* 0 of one: messages went one way only */
	double drift_low, drift_high;           /* of all possible lines */
};

struct clock_bounds {
	struct clock_stretch *stretches;        /* in the order of time */
	size_t count;                           /* above 1: it stepped from each to the next */
};

/* At a time: what is added is certainly from low to high, each of which may be infinite. */
struct clock_range {
	double low, high;
};

/* Work out what is possible. Bounds are put in the order of time. Times are read off clocks
 * that count whole ticks: a bound is taken to be a tick looser than it says. Those that may
 * have come before or after a step are left out. Aborts when out of memory, as all of the
 * command does; clock_bounds_free frees. Without a bound there is no stretch. n log² n of
 * time. */
struct clock_bounds *clock_bounds_fit(struct clock_bound *bounds, size_t count);

void clock_bounds_free(struct clock_bounds *bounds);

/* What has to be added at a time of the clock. Where it made a step it may be what it was
 * before or after. */
struct clock_range clock_range_at(const struct clock_bounds *bounds, uint64_t at);

#endif
