/* SPDX-License-Identifier: MIT */
/* Converts raw samples to values per operation: the length of a tick, and the timing overhead. */
#ifndef TOOLS_ANALYSIS_TIMING_H
#define TOOLS_ANALYSIS_TIMING_H

#include <stdbool.h>

#include "lib/time_base.h"
#include "tools/record/result.h"
#include "tools/stats/stats.h"

#define TIMING_BENCH "null.timing"      /* its samples are the time of one pair of clock reads */

/* Stage of the series with twice the operations, for differencing. */
#define DOUBLED_STAGE "2n"

enum time_base timing_base(const struct result *result);

/* Whether ticks are those of a TSC, as on x86. */
bool timing_has_tsc(const struct result *result);

/* What the run's ticks are read from: "TSC" or "clock". */
const char *timing_clock_name(const struct result *result);

/* "no clock: times are in TSC ticks" if the TSC's frequency is unknown; NULL if it is known, or if
 * ticks are instructions. */
const char *timing_no_clock(const struct result *result);

/* Nanoseconds per tick; 0 if ticks are not time, or their rate is unknown. */
double timing_ns_per_tick(const struct result *result);

enum overhead_state {
	OVERHEAD_KNOWN,
	OVERHEAD_MISSING,       /* no null.timing in the run */
	OVERHEAD_UNSTABLE,      /* its IQR is too large: see below */
};

/* An overhead is unstable if its IQR exceeds both of these limits and the step of the clock. */
#define OVERHEAD_SPREAD_TICKS 2.0
#define OVERHEAD_SPREAD_PART 0.1        /* of the median */

/* The larger of these two limits, in ticks; and whether the IQR of an overhead's samples is within
 * the limits. */
double timing_spread_max(const struct stats *overhead);
bool timing_is_narrow(const struct stats *overhead);

/* Timing overhead, in ticks per sample. */
struct overhead {
	enum overhead_state state;
	enum time_base time_base;
	struct stats stats;             /* of the warm samples of null.timing */
	double step;                    /* of the clock, in ticks: see clock_step.h */
	/* The cost that is subtracted from samples: the median. On a clock with steps, the median
	 * would be one of two steps by chance, so the cost is the mean without outliers. */
	double cost;
	double resolution;              /* smallest significant difference; at least 1 */
};

void timing_overhead(const struct result *result, struct overhead *overhead);

/* Summary of a series' warm or cold samples. */
struct summary {
	struct stats ticks;             /* per operation */
	bool corrected;                 /* the overhead is subtracted */
	size_t saturated;               /* samples below the overhead, taken as 0 */
	double sample_median;           /* ticks per sample, with the overhead */
	double step;                    /* clock step per operation, the minimum width of an
					 * interval; 0 if values are not ticks, or instructions */
};

/* Timing overhead in a sample of series, which belongs to bench; 0 if it is not subtracted.
 * null.timing is not corrected. */
double timing_cost(const struct bench *bench, const struct series *series,
		   const struct overhead *overhead);

/* Number of operations per sample of a set. Cold samples have as many as warm ones, unless the
 * record states another number for cold samples. */
double timing_iterations(const struct series *series, const struct sample_set *set);

/* The time of one operation: a sample minus the overhead, divided by the number of operations.
 * Below 0 if noise exceeds the operations. */
double timing_of_one(double sample, double cost, double iterations);

/* The time of n operations without any overhead: a sample of 2n operations minus a sample of n.
 * Below 0 if noise exceeds the operations. */
int64_t timing_difference(uint64_t of_2n, uint64_t of_n);

/* Summarise samples, and store the ticks per operation of each sample in values, ascending. */
void timing_summarise(const struct bench *bench, const struct series *series,
		      const struct sample_set *set, const struct overhead *overhead, double *values,
		      struct summary *summary);

#endif
