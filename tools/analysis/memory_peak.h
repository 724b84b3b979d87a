/* SPDX-License-Identifier: MIT */
/* Peak memory bandwidth by clock and width in SMBIOS, and predicted bandwidth of each operation:
 * base hardware, predicted and measured, as in Majumdar and Jaganathan, "Performance Measurement of
 * Personal Computer". */
#ifndef TOOLS_ANALYSIS_MEMORY_PEAK_H
#define TOOLS_ANALYSIS_MEMORY_PEAK_H

#include "tools/analysis/metrics.h"
#include "tools/record/result.h"

#define BANDWIDTHS_MAX 8

/* The peak of the memory with the slowest module, at its configured speed. */
struct memory_peak {
	const char *missing;            /* message about unknown data; NULL: the fields are valid */
	uint64_t mts;                   /* million transfers per second and channel */
	uint64_t bits;                  /* per transfer */
	uint64_t channels;              /* 0: unknown; one is assumed */
	double bytes_per_second;
};

struct memory_peak memory_peak_find(const struct result *result);

/* Memory traffic of an operation, per byte that it moves. */
struct bandwidth_model {
	const char *bench;
	double crossings;               /* transfers between memory and caches */
	double loads;                   /* of these, transfers that the core waits for */
	const char *why;
};

/* A model applied to a run, in bytes per second; 0: unknown. */
struct bandwidth_prediction {
	const struct bandwidth_model *model;
	const struct metric *metric;    /* one CPU, the largest buffer, the fastest width */
	double base;                    /* peak / crossings */
	double predicted;               /* minimum of base and one core's limit by outstanding
					 * loads */
	double measured;
};

/* Apply each model whose operation the run measured in time. Returns their number. */
size_t memory_peak_predict(const struct metrics *metrics, const struct memory_peak *peak,
			   struct bandwidth_prediction predictions[BANDWIDTHS_MAX]);

#endif
