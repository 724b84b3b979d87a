/* SPDX-License-Identifier: MIT */
/* How far a run is, and how long the rest may take. What a benchmark costs is known only roughly
 * before it has run; how much longer than thought those took that have run tells of the others. */
#ifndef BENCH_ENGINE_PROGRESS_H
#define BENCH_ENGINE_PROGRESS_H

#include "bench/benchmark.h"
#include "bench/engine/options.h"

#define PROGRESS_CHARS 128

/* A run of what the options select of the benchmarks, whose list NULL ends, begins now. Their
 * sweeps are gone through once for the number of points; what needs other than these capabilities
 * has none. */
void progress_begin(const struct options *options, uint32_t capabilities,
		    const struct benchmark *const *benchmarks, uint64_t now_us);

/* The benchmark of that name is reached: all before it are behind. */
void progress_benchmark_begun(const char *name);

/* Another of its points is behind. */
void progress_point_done(void);

/* Its number from 1, 0 before the first; and how many there are. */
unsigned progress_number(void);
unsigned progress_count(void);

/* How long the rest will take, as far as can be told. */
uint64_t progress_left_us(uint64_t now_us);

/* How much of all is behind, in thousandths. */
unsigned progress_part(void);

/* A length of time, as "0:42" or "1:02:03". */
void progress_clock(uint64_t seconds, char text[PROGRESS_CHARS]);

/* "[3/58] mem.latency, 0:42 left", of the benchmark of that name. */
void progress_text(const char *name, uint64_t left_us, char text[PROGRESS_CHARS]);

#endif
