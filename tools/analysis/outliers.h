/* SPDX-License-Identifier: MIT */
/* Severe outliers: samples so far from the others that something else took the CPU. */
#ifndef TOOLS_ANALYSIS_OUTLIERS_H
#define TOOLS_ANALYSIS_OUTLIERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/analysis.h"

#define OUTLIERS_TEXT_MAX 512

/* A metric is affected if at least one in this number of its samples is a severe outlier. Nearly
 * every emulated run has a few outliers, which do not move the median. Criterion calls the effect
 * of outliers "slight" up to a tenth of the variance, then "moderate" or "severe" (OutlierEffect).
 * With a tenth of the samples far off on one side, the median is the 56th percentile of the
 * others. */
#define OUTLIERS_SAMPLES_PER_ONE 10
/* A message is printed if at least one in this number of metrics is affected: on any machine a few
 * metrics have two typical values. */
#define OUTLIERS_METRICS_PER_ONE 10

struct outliers {
	size_t metrics;                 /* with any outlier */
	size_t checked;                 /* metrics */
	size_t affected;                /* metrics, as defined above */
	size_t samples;                 /* outliers in all metrics */
	const struct metric *worst;     /* largest share of outliers; NULL: none */
	size_t worst_samples;           /* its outliers */
	size_t worst_total;             /* its samples */
	double worst_ratio;             /* its furthest sample / its median; 0: the median is 0 */
};

/* Check all metrics that are times. None is checked if ticks are instructions, or if the time base
 * is unknown. */
void outliers_find(const struct analysis *analysis, struct outliers *outliers);

/* JSON for a run's manifest; null if no metric was checked. The caller releases it. */
json_t *outliers_json(const struct outliers *outliers);

/* Write one line: the number of affected metrics, the worst one, and what to do. "" if too few are
 * affected. */
void outliers_describe(const struct outliers *outliers, char text[OUTLIERS_TEXT_MAX]);

#endif
