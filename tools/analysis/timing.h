/* SPDX-License-Identifier: MIT */
/* From raw samples to values: what a tick is worth, what reading the clock costs, and what is left
 * for one operation. */
#ifndef TOOLS_ANALYSIS_TIMING_H
#define TOOLS_ANALYSIS_TIMING_H

#include <stdbool.h>

#include "tools/record/result.h"
#include "tools/stats/stats.h"

#define TIMING_BENCH "null.timing"      /* whose samples are the cost of one pair of clock reads */

/* Of the series that holds twice the operations, for differencing. */
#define DOUBLED_STAGE "2n"

enum time_base {
	TIME_UNKNOWN,           /* the manifest was lost */
	TIME_REAL,
	TIME_EMULATED,
	TIME_INSTRUCTIONS,      /* a tick is an instruction; there is no time */
};

enum time_base timing_base(const struct result *result);

/* Nanoseconds a tick; 0 when ticks are no time or their rate is not known. */
double timing_ns_per_tick(const struct result *result);

enum overhead_state {
	OVERHEAD_KNOWN,
	OVERHEAD_MISSING,       /* no null.timing in the run */
	OVERHEAD_UNSTABLE,      /* its middle half spreads too far: see below */
};

/* Refused as unstable when p75 - p25 is above both, and above the step of the clock. */
#define OVERHEAD_SPREAD_TICKS 2.0
#define OVERHEAD_SPREAD_PART 0.1        /* of the median */

/* The cost of timing, in ticks a sample. */
struct overhead {
	enum overhead_state state;
	enum time_base time_base;
	struct stats stats;             /* of the warm samples of null.timing */
	double step;                    /* of the clock, in ticks: see clock_step.h */
	/* What is subtracted: their median, or where the clock steps their mean, for the median is
	 * then one step or the next by chance. Outliers are left out of it. */
	double cost;
	double resolution;              /* smallest difference that means something; 1 or more */
};

void timing_overhead(const struct result *result, struct overhead *overhead);

/* What one operation of a series took, of its warm or its cold samples. */
struct summary {
	struct stats ticks;             /* an operation */
	bool corrected;                 /* the overhead has been subtracted */
	size_t saturated;               /* samples that were below the overhead, taken as 0 */
	double sample_median; /* ticks of a sample, nothing subtracted */
	/* What a step of the clock is of one operation: 0 where values are no ticks, or
	 * instructions. No interval is narrower. */
	double step;
};

/* The part of a sample of series that is the timing's: 0 when it is not to be subtracted. bench is
 * the one that series belongs to: null.timing is never corrected by itself. */
double timing_cost(const struct bench *bench, const struct series *series,
		   const struct overhead *overhead);

/* Operations in one sample of the set, which is one of the series'. A target that names no number
 * for the cold one means the same. */
double timing_iterations(const struct series *series, const struct sample_set *set);

/* Summarise samples, and store in values the ticks of one operation: a value a sample, rising. */
void timing_summarise(const struct bench *bench, const struct series *series,
		      const struct sample_set *set, const struct overhead *overhead, double *values,
		      struct summary *summary);

#endif
