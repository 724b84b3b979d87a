/* SPDX-License-Identifier: MIT */
/* How far a run is, and how long the rest may take. What a benchmark costs is known only roughly
 * before it has run; how much longer than thought those took that have run tells of the others. */
#ifndef KERNEL_DISPLAY_PROGRESS_H
#define KERNEL_DISPLAY_PROGRESS_H

#include "bench/benchmark.h"
#include "bench/engine/options.h"

/* A run of what the options select of the benchmarks, whose list NULL ends, begins now. Their
 * sweeps are gone through once for the number of points; what needs other than these capabilities
 * has none. */
void progress_begin(const struct options *options, uint32_t capabilities,
		    const struct benchmark *const *benchmarks, uint64_t now_us);

/* The benchmark of that name is reached: all before it are behind. */
void progress_reach(const char *name);

/* Another of its points is behind. */
void progress_pass_point(void);

/* Its number from 1, 0 before the first; and how many there are. */
unsigned progress_number(void);
unsigned progress_count(void);

/* How long the rest will take, as far as can be told. */
uint64_t progress_left_us(uint64_t now_us);

/* How much of all is behind, in thousandths. */
unsigned progress_part(void);

#endif
