/* SPDX-License-Identifier: MIT */
/* What a clock of long steps says of a short operation, and how far it is to be believed: the
 * estimates of clock.coarse, their intervals, and whether they behave as probability says. */
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

/* What must hold: the whole run's interval contains the truth, so do the 95 % intervals of so many
 * of COARSE_REPETITIONS, the error falls as n^-0.5, and locked to the clock's step the estimate is
 * off by so many half widths of its interval. */
#define COARSE_HOLDS_MIN 90
#define COARSE_SLOPE_LOW (-0.6)
#define COARSE_SLOPE_HIGH (-0.4)
#define COARSE_OFF_MIN 10.0

/* The whole run is not as expected when it misses the truth with so little probability; when its 95
 * % interval alone does, there are too few samples to tell. */
#define COARSE_FALSE_ALARMS 0.001

/* A repetition that expects fewer steps would hold nearly any truth. */
#define COARSE_STEPS_MIN 5.0

/* With fewer steps seen the fitted slope is too uncertain to be judged. */
#define COARSE_SEEN_MIN 20

enum coarse_method {
	COARSE_LOOP,            /* many operations in one interval, divided */
	COARSE_DISCRETE,        /* each timed apart, with other work between */
	COARSE_LOCKED,          /* each begun at a fixed time after a step */
	COARSE_JITTERED,        /* the same after a random delay */
};

enum coarse_verdict {
	COARSE_AS_EXPECTED,
	COARSE_NOT_AS_EXPECTED,
	COARSE_TOO_FEW,         /* samples to judge by */
	COARSE_DISTURBED,       /* it met steps only while something else ran */
	COARSE_NOT_JUDGED,      /* an emulator's tick is late, not at random,
				 * while its host is busy */
};

/* Figures are TSC ticks an operation. */
struct coarse_estimate {
	uint64_t operations;
	uint64_t seen;          /* operations during which the clock stepped */
	double value;
	double low, high;       /* 95 % confidence interval; for a loop, what its two steps allow */
	double truth;           /* by the TSC */
};

/* Root mean square of the estimates' errors, of all runs of so many operations. */
struct coarse_error {
	uint64_t operations;
	size_t runs;
	double ticks;
};

struct coarse_run {
	const char *point;      /* as in the series record */
	uint64_t period_us;
	uint64_t operation_us;  /* nominal: a thousand multiplications each */
	uint64_t one_in;        /* of so many operations one is timed, the others not */
	enum coarse_method method;
	struct coarse_estimate whole;
	uint64_t seen_undisturbed;      /* as in whole, but for disturbed samples */
	double p;               /* of seeing so few or so many steps, if the TSC is right */
	size_t repetitions;     /* COARSE_REPETITIONS, or 0 when each expects too few steps */
	size_t holds;           /* those whose interval contains the truth */
	struct coarse_error errors[COARSE_ERRORS_MAX];
	size_t error_count;
	bool has_slope;
	double slope;           /* of log error against log operations */
	double off;             /* error in half widths of the interval */
	enum coarse_verdict verdict;
};

/* Work out all runs of clock.coarse. Returns how many there are; 0 without the benchmark, or
 * when the TSC's frequency is not known. */
size_t coarse_clock_find(const struct result *result, struct coarse_run runs[COARSE_RUNS_MAX]);

const char *coarse_method_name(enum coarse_method method);
const char *coarse_verdict_name(enum coarse_verdict verdict);

#endif
