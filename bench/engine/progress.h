/* SPDX-License-Identifier: MIT */
/* Progress and remaining time of a run. Estimates come from each benchmark's parameters, scaled by
 * the ratio of actual to estimated time so far. */
#ifndef BENCH_ENGINE_PROGRESS_H
#define BENCH_ENGINE_PROGRESS_H

#include "bench/benchmark.h"
#include "bench/engine/options.h"

#define PROGRESS_CHARS 128

/* Start a run of the selected benchmarks of a list that ends with NULL. Evaluates each sweep once
 * to count the points. A benchmark that needs a missing capability has no points. */
void progress_begin(const struct options *options, uint32_t capabilities,
		    const struct benchmark *const *benchmarks, uint64_t now_us);

/* The named benchmark starts; all earlier ones are done. */
void progress_benchmark_begun(const char *name);

/* Another point of the current benchmark is done. */
void progress_point_done(void);

/* Number of the current benchmark, from 1, or 0 before the first; and the number of benchmarks. */
unsigned progress_number(void);
unsigned progress_count(void);

/* Estimated remaining time. */
uint64_t progress_left_us(uint64_t now_us);

/* Completed part of the run, in thousandths. */
unsigned progress_part(void);

/* Format a duration as "0:42" or "1:02:03". */
void progress_clock(uint64_t seconds, char text[PROGRESS_CHARS]);

/* Format "[3/58] mem.latency, 0:42 left" for the named benchmark, or only "[3/58] mem.latency". */
#define PROGRESS_LEFT_UNKNOWN UINT64_MAX
void progress_text(const char *name, uint64_t left_us, char text[PROGRESS_CHARS]);

#endif
