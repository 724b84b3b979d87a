/* SPDX-License-Identifier: MIT */
/* A second way from samples to statistics, which computes no value again. It counts the raw samples
 * below and above each value. A statistic that its own samples contradict is an error of this
 * program, so the run is not to be trusted. */
#ifndef TOOLS_ANALYSIS_RECOUNT_H
#define TOOLS_ANALYSIS_RECOUNT_H

#include <stdbool.h>

#include "tools/analysis/metrics.h"

#define RECOUNT_TEXT_MAX 256

/* Check all statistics of all metrics, their units, and the overhead that was subtracted. Returns
 * whether all of them agree. If not, text has the first that does not agree. */
bool recount_agrees(const struct metrics *metrics, const struct overhead *overhead,
		    char text[RECOUNT_TEXT_MAX]);

/* Whether a value of at least 12 digits, in the metric's unit, is the statistic of that name of the
 * warm or cold samples: n, mean, or a quantile such as min, median, p99 and max. True for other
 * names. */
bool recount_has(const struct metric *metric, const struct overhead *overhead, bool is_cold,
		 const char *name, double value);

#endif
