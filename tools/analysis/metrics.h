/* SPDX-License-Identifier: MIT */
/* Metrics: the metric of each series, per operation, summarised once for all users. A metric is
 * found by position, or by benchmark, point and stage through an index. */
#ifndef TOOLS_ANALYSIS_METRICS_H
#define TOOLS_ANALYSIS_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/analysis/name_index.h"
#include "tools/analysis/timing.h"
#include "tools/base/arena.h"
#include "tools/record/point.h"

#define METRIC_PARAMETERS_MAX 8

/* The warm or the cold samples of a series. */
struct metric_samples {
	const double *values;           /* of one operation, in the metric's unit, ascending */
	struct summary summary;         /* in ticks */
};

/* One parameter of a point. */
struct metric_parameter {
	const char *name, *value;
	bool is_number;
	uint64_t number;
};

struct metric {
	const struct bench *bench;
	const struct series *series;
	const struct series *doubled;   /* series of 2n operations, from whose samples the warm
					 * samples of `series` are subtracted; NULL for most
					 * metrics */
	const char *point, *stage;      /* as in the series' record */
	struct metric_parameter parameters[METRIC_PARAMETERS_MAX];
	size_t parameter_count;
	struct metric_samples warm, cold; /* without samples: n is 0 */
	double scale;                   /* units per tick */
	const char *unit;               /* "ns" if ticks are time, else "instructions" or
					 * "TSC ticks"; or the benchmark's own */
	bool is_in_ticks;               /* the raw values are ticks */
	bool is_timed;                  /* values are times of operations: less is better */
	bool is_doubled;                /* twice the operations: a check of another metric */
};

/* The metrics of a run, in the order of their records, grouped by benchmark. */
struct metrics {
	struct arena arena;
	struct metric *items;
	size_t count;
	size_t *first_of_bench;         /* by the benchmark's index in the result; the last item is
					 * the count */
	const struct result *result;
	struct name_index index;        /* of items */
};

/* Summarise every series of the result, which must outlive the metrics. If the metrics need too
 * much memory, exits with EXIT_MACHINE. */
void metrics_make(const struct result *result, const struct overhead *overhead,
		  struct metrics *metrics);
void metrics_free(struct metrics *metrics);

/* The metric of that name with warm samples; NULL if there is none. */
const struct metric *metrics_find(const struct metrics *metrics, const char *bench,
				  const char *point, const char *stage);

/* The metrics of a benchmark, and their number; NULL if the run lacks the benchmark. */
const struct metric *metrics_of(const struct metrics *metrics, const char *bench, size_t *count);

/* The metric of a series of a benchmark in the result. */
const struct metric *metrics_at(const struct metrics *metrics, const struct bench *bench,
				const struct series *series);

/* Whether the metric has warm samples. */
bool metric_has_samples(const struct metric *metric);

/* Statistics per operation in the metric's unit, of warm or cold samples. */
struct stats metric_stats(const struct metric *metric);
struct stats metric_cold_stats(const struct metric *metric);

/* The parameter of that name; NULL if the point has none. */
const struct metric_parameter *metric_find_parameter(const struct metric *metric, const char *name);

/* Get the value of a numeric parameter. Returns false if the point has none of that name. */
bool metric_parameter_number(const struct metric *metric, const char *name, uint64_t *value);

/* Whether the point names no memory node: the memory is the nearest to the CPU. */
bool metric_is_local(const struct metric *metric);

/* Bytes per nanosecond, which are gigabytes per second, or bytes per instruction. 0 if the
 * operation moves no bytes or took no time. */
double metric_bandwidth(const struct metric *metric);

#endif
