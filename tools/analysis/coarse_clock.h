/* SPDX-License-Identifier: MIT */
/* Estimates of a short operation's time by a clock with long steps (clock.coarse), the intervals of
 * these estimates, and a check of estimates and intervals against theory. */
#ifndef TOOLS_ANALYSIS_COARSE_CLOCK_H
#define TOOLS_ANALYSIS_COARSE_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/record/result.h"

#define COARSE_BENCH "clock.coarse"
#define COARSE_RUNS_MAX 32
#define COARSE_ERRORS_MAX 8
#define COARSE_REPETITIONS 100

/* Expectations: the interval of the whole run contains the truth; the 95 % intervals of at least
 * COARSE_COVERED_MIN of COARSE_REPETITIONS parts contain it; the error falls as n^-0.5; and if
 * operations are locked to the clock's step, the error exceeds COARSE_OFF_HALF_WIDTHS_MIN half
 * widths of the interval. */
#define COARSE_COVERED_MIN 90
#define COARSE_SLOPE_LOW (-0.6)
#define COARSE_SLOPE_HIGH (-0.4)
#define COARSE_OFF_HALF_WIDTHS_MIN 10.0

/* The whole run is not as expected if its p is below this. If only the 95 % interval excludes the
 * truth, there are too few samples for a verdict. */
#define COARSE_FALSE_ALARMS 0.001

/* With fewer expected steps, the interval of a repetition would contain nearly any truth. */
#define COARSE_STEPS_MIN 5.0

/* With fewer observed steps the fitted slope is too uncertain for a verdict. */
#define COARSE_SEEN_MIN 20

enum coarse_method {
	COARSE_LOOP,            /* time of many operations, divided by their number */
	COARSE_DISCRETE,        /* each timed separately, with other work between */
	COARSE_LOCKED,          /* each starts at a fixed time after a step */
	COARSE_JITTERED,        /* each starts at a random time after a step */
};

enum coarse_verdict {
	COARSE_AS_EXPECTED,
	COARSE_NOT_AS_EXPECTED,
	COARSE_TOO_FEW,         /* samples for a verdict */
	COARSE_DISTURBED,       /* only disturbed operations saw a step */
	COARSE_NOT_JUDGED,      /* under emulation: a busy host delays ticks systematically */
};

/* Values are TSC ticks per operation. */
struct coarse_estimate {
	uint64_t operations;
	uint64_t seen;          /* operations during which the clock stepped */
	double value;
	double low, high;       /* 95 % confidence interval; for a loop, one step to each side */
	double truth;           /* measured with the TSC */
};

/* The errors of all runs of this number of operations, as their root mean square. */
struct coarse_error {
	uint64_t operations;
	size_t runs;
	double ticks;
};

struct coarse_run {
	const char *point;      /* as in the series record */
	uint64_t period_us;
	uint64_t operation_us;  /* nominal: a thousand multiplications each */
	uint64_t one_in;        /* one of this many operations is timed */
	enum coarse_method method;
	struct coarse_estimate whole;
	uint64_t seen_undisturbed;      /* whole.seen without disturbed samples */
	double p;               /* of the number of steps, given the truth */
	size_t repetitions;     /* COARSE_REPETITIONS, or 0 if each has too few expected steps */
	size_t covered;         /* repetitions whose interval contains the truth */
	struct coarse_error errors[COARSE_ERRORS_MAX];
	size_t error_count;
	bool has_slope;
	double slope;           /* of log error against log operations */
	double off_half_widths; /* error in half widths of the interval */
	enum coarse_verdict verdict;
};

/* Compute all runs of clock.coarse. Returns their number: 0 without the benchmark, or if the TSC's
 * frequency is unknown. */
size_t coarse_clock_find(const struct result *result, struct coarse_run runs[COARSE_RUNS_MAX]);

const char *coarse_method_name(enum coarse_method method);
const char *coarse_verdict_name(enum coarse_verdict verdict);

#endif
