/* SPDX-License-Identifier: MIT */
/* Computes the offset between two clocks from messages between their owners. A message never
 * arrives before it was sent, so each message bounds the offset. A message to the clock's owner
 * gives a lower bound: its send time by the other clock minus its arrival time by this one. A
 * message from the owner gives an upper bound: arrival time minus send time. The offset is modelled
 * as a line, with an offset and a drift. A line is possible if it violates no bound. The range of
 * all possible lines is certain.
 *
 * The method of two convex hulls is from Duda, Harrus, Haddad and Bernard, "Estimating Global Time
 * in Distributed Systems", ICDCS 1987. "The Incorporation of Interaction Networks into Performance
 * Monitoring", "Clock Synchronization", refers to such algorithms. */
#ifndef TOOLS_STATS_CLOCK_BOUNDS_H
#define TOOLS_STATS_CLOCK_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maximum relative drift of a working crystal. Limits the range if there are few messages. */
#define CLOCK_DRIFT_MAX 1e-3

/* Both times are in ticks of the same length. */
struct clock_bound {
	uint64_t at;            /* by the corrected clock */
	int64_t offset;         /* lower or upper bound of the other clock minus this one */
	bool is_upper;
};

/* An interval of time without a step of the clock, and the convex hulls of its bounds. */
struct clock_stretch {
	uint64_t begin, end;                    /* times of the first and the last bound */
	const struct clock_bound *lower, *upper;        /* corners, by time */
	size_t lower_count, upper_count;        /* 0: no messages in that direction */
	double drift_low, drift_high;           /* over all possible lines */
};

struct clock_bounds {
	struct clock_stretch *stretches;        /* by time */
	size_t count;                           /* above 1: the clock stepped between stretches */
};

/* The range of the offset at a time; either end may be infinite. */
struct clock_range {
	double low, high;
};

/* Compute the possible offsets. Sorts the bounds by time. Each bound is loosened by one tick,
 * because clocks count whole ticks. Omits bounds that may be on either side of a step. Returns no
 * stretch without bounds. Aborts if out of memory. The caller frees the result with
 * clock_bounds_free. Takes O(n log² n) time. */
struct clock_bounds *clock_bounds_fit(struct clock_bound *bounds, size_t count);

void clock_bounds_free(struct clock_bounds *bounds);

/* The offset at a time of the clock. Between two stretches, the range includes the offsets before
 * and after the step. */
struct clock_range clock_range_at(const struct clock_bounds *bounds, uint64_t at);

#endif
