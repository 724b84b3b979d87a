/* SPDX-License-Identifier: MIT */
/* What a machine's memory could deliver at most, by what SMBIOS says of its clock and width, and
 * what its bandwidth ought to be: base hardware, predicted and measured, as in Majumdar and
 * Jaganathan, "Performance Measurement of Personal Computer". */
#ifndef TOOLS_ANALYSIS_MEMORY_PEAK_H
#define TOOLS_ANALYSIS_MEMORY_PEAK_H

#include "tools/analysis/figures.h"
#include "tools/record/result.h"

#define BANDWIDTHS_MAX 8

/* Of the slowest module, as it is set to run. */
struct memory_peak {
	const char *missing;            /* what is not known, in words; NULL: all that follows is */
	uint64_t mts;                   /* million transfers a second, on each channel */
	uint64_t bits;                  /* of a transfer */
	uint64_t channels;              /* 0: no slot's name tells, and one is counted */
	double bytes_per_second;
};

struct memory_peak memory_peak_find(const struct result *result);

/* How many times a byte crosses the way to memory, and how often a core has to wait for it. */
struct bandwidth_model {
	const char *bench;
	double crossings;               /* of the way between memory and caches */
	double loads;                   /* of them that bring something to the core */
	const char *why;
};

/* A model applied to a run, in bytes a second. What is 0 is not known. */
struct bandwidth_prediction {
	const struct bandwidth_model *model;
	const struct figure *figure;    /* one CPU, the largest buffer, the fastest width */
	double base;                    /* the peak, by crossings */
	double predicted;               /* the lesser of it and what one core can have under way */
	double measured;
};

/* Apply each model whose operation the run measured in time. Returns how many. */
size_t memory_peak_predict(const struct figures *figures, const struct memory_peak *peak,
			   struct bandwidth_prediction predictions[BANDWIDTHS_MAX]);

#endif
