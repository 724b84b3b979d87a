/* SPDX-License-Identifier: MIT */
/* Samples that lie so far from the others that something else took the machine meanwhile. */
#ifndef TOOLS_ANALYSIS_OUTLIERS_H
#define TOOLS_ANALYSIS_OUTLIERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/analysis.h"

#define OUTLIERS_TEXT_MAX 512

/* One sample in so many has to be a severe outlier for a figure to be affected, and to be worth a
 * line: nearly every emulated run has a few, which move no median. Criterion calls what outliers
 * make of a figure "slight" up to a tenth, of its variance, and from there on "moderate" or
 * "severe" (OutlierEffect); with a tenth of the samples away on one side, the median is what would
 * be the 56th percentile without them. */
#define OUTLIERS_SAMPLES_PER_ONE 10
/* And one figure in so many has to be affected: a few have two ways to go on any machine. */
#define OUTLIERS_FIGURES_PER_ONE 10

struct outliers {
	size_t figures, of; /* that have any; of how many that were looked at */
	size_t affected; /* that have so many that it matters */
	size_t samples; /* outliers of all of them */
	const struct figure *worst; /* whose samples have the largest part of outliers; or NULL */
	size_t worst_samples, worst_of;
	double worst_ratio; /* of the furthest of its samples to its median; 0: its median is 0 */
};

/* How many of a figure's warm samples are severe outliers: further from the nearer quartile than 3
 * times the distance of the quartiles, and than 3 steps of the clock (Tukey, Exploratory Data
 * Analysis, "far out"). 0 of fewer than 6 samples, whose quartiles say too little. */
size_t outliers_of_figure(const struct figure *figure);

/* Look at all figures that are times. None where ticks are instructions, or no one knows what. */
void outliers_find(const struct analysis *analysis, struct outliers *outliers);

/* For a run's manifest; null where none were looked at. The caller releases it. */
json_t *outliers_json(const struct outliers *outliers);

/* One line: how many figures are affected, the worst by name, and what to do;
 * empty when too few are. */
void outliers_describe(const struct outliers *outliers, char text[OUTLIERS_TEXT_MAX]);

#endif
