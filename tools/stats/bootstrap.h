/* SPDX-License-Identifier: MIT */
/* Two machines' figures set against each other: their difference and ratio with intervals, from
 * runs that were repeated, or from the samples of one run each. */
#ifndef TOOLS_STATS_BOOTSTRAP_H
#define TOOLS_STATS_BOOTSTRAP_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stddef.h>

/* With fewer runs a side the intervals cover less than 95 %: by simulation 90 % with three, 70 %
 * with two. One run is another matter: its interval is of its samples alone. */
#define BOOTSTRAP_RUNS_MIN 5

/* The samples of one run. */
struct sample_run {
	const double *sorted; /* rising */
	size_t count;                   /* not 0 */
};

/* One figure of one machine: its value is the median of its runs' medians. */
struct sample_runs {
	const struct sample_run *runs;
	size_t count;                   /* not 0 */
};

struct estimate {
	double value;
	double low, high;               /* 95 % */
};

struct contrast {
	struct estimate difference;     /* other - base */
	struct estimate ratio;          /* other / base */
	bool has_ratio;                 /* base is above 0 however it is resampled */
};

double bootstrap_median(const struct sample_runs *figure);

/* The median of as many samples as the run has, drawn from them with replacement. */
double bootstrap_redrawn_median(const struct sample_run *run, gsl_rng *rng);

/* The percentile bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, "Confidence
 * intervals based on bootstrap percentiles"), which resamples where variance arises: first runs,
 * then samples within each run drawn (Kalibera and Jones, "Rigorous Benchmarking in Reasonable
 * Time", ISMM 2013). One run is not resampled: the interval is then of its samples alone. Random
 * numbers are the same every time. */
void bootstrap_contrast(const struct sample_runs *base, const struct sample_runs *other,
			struct contrast *contrast);

#endif
