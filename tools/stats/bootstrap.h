/* SPDX-License-Identifier: MIT */
/* Difference and ratio of a metric between two machines, with intervals from repeated runs or from
 * the samples of single runs. */
#ifndef TOOLS_STATS_BOOTSTRAP_H
#define TOOLS_STATS_BOOTSTRAP_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stddef.h>

/* With fewer runs per side the intervals cover less than 95 %. In simulations, they cover 90 % with
 * three runs and 70 % with two runs. With one run, the interval covers its samples only. */
#define BOOTSTRAP_RUNS_MIN 5

/* The samples of one run. */
struct sample_run {
	const double *sorted; /* ascending */
	size_t count;                   /* not 0 */
};

/* A metric of one machine. Its value is the median of its runs' medians. */
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
	bool has_ratio;                 /* base is above 0 in every resample */
};

double bootstrap_median(const struct sample_runs *metric);

/* The median of a resample: as many samples as the run has, drawn with replacement. */
double bootstrap_redrawn_median(const struct sample_run *run, gsl_rng *rng);

/* The percentile bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, "Confidence
 * intervals based on bootstrap percentiles"). It resamples at the levels where variance arises:
 * runs, then the samples of each drawn run (Kalibera and Jones, "Rigorous Benchmarking in
 * Reasonable Time", ISMM 2013). A single run is not resampled, so the interval covers its samples
 * only. The random seed is fixed. */
void bootstrap_contrast(const struct sample_runs *base, const struct sample_runs *other,
			struct contrast *contrast);

#endif
