/* SPDX-License-Identifier: MIT */
/* The metric of one series, from its records: the median minus timing overhead, in thousandths of a
 * tick. It equals what the host tool computes from the same records. */
#ifndef KERNEL_DISPLAY_METRICS_H
#define KERNEL_DISPLAY_METRICS_H

#include <stdbool.h>

#include "lib/wire/wire.h"

#define METRIC_TIMING_BENCH "null.timing" /* the timing overhead */
#define METRIC_POINT_CHARS 160
#define METRIC_STAGE_CHARS 32

struct metric {
	const char *bench;              /* stays valid */
	char point[METRIC_POINT_CHARS];
	char stage[METRIC_STAGE_CHARS];
	bool is_timed;                  /* in ticks; otherwise a count */
	bool is_clocked;                /* timed by the pair of clock reads of null.timing */
	uint64_t bytes;                 /* bytes that an operation moves */
	uint64_t thousandths;           /* thousandths of a tick, or of the count's unit */
	uint64_t least_millionths;      /* value of the smallest sample, in millionths */
};

/* Discard all data. */
void metrics_begin(void);

/* Begin a benchmark. name and unit must stay valid. */
void metrics_begin_bench(const char *name, const char *unit);

/* Begin a series; add samples to it. */
void metrics_begin_series(const struct wire_series *series);
void metrics_add_samples(const struct wire_samples *samples);

/* End the series. Returns false if it had no samples. */
bool metrics_end_series(struct metric *metric);

/* The sorted samples of the latest series, and their number. */
const uint64_t *metrics_sorted_samples(unsigned *count);

/* Numbers of timed samples and of disturbed samples so far. */
void metrics_count_disturbed(uint64_t *samples, uint64_t *disturbed);

/* The value of a parameter in a point, which a blank or the text's end ends. NULL if absent. */
const char *shown_parameter(const struct metric *metric, const char *name);

/* The number of a parameter in a point: 4096 in "size_bytes=4096". Returns false if absent. */
bool shown_parameter_number(const struct metric *metric, const char *name, uint64_t *value);

#endif
