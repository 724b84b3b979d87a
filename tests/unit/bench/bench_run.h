/* SPDX-License-Identifier: MIT */
/* Runs registered benchmarks on the scripted machine and checks their records. */
#ifndef TESTS_UNIT_BENCH_BENCH_RUN_H
#define TESTS_UNIT_BENCH_BENCH_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "bench/benchmark.h"

/* Setup of a test: the scripted machine has every capability and counts a tick per instruction. */
int bench_run_reset(void **state);

/* Run the matching benchmarks of the quick suite. The test fails if one writes in an isolated
 * section. */
void bench_run(const char *pattern);

/* Like bench_run(), with events to count. */
void bench_run_counted(const char *pattern, const char *events);

/* Like bench_run(), with a command-line parameter. */
void bench_run_with(const char *pattern, const char *word, const char *value);

/* Like bench_run(), on a machine that is this node of two, linked by a serial line. */
void bench_run_as_node(const char *pattern, const char *node);

/* Like bench_run(), with the full suite. */
void bench_run_full(const char *pattern);
/* The full suite's points with one sample each, to check which points exist. */
void bench_run_every_point(const char *pattern);

/* The benchmark of that name. The test fails without one. */
const struct benchmark *bench_named(const char *name);

/* The first warm sample of a stage's first series. The test fails without one. */
uint64_t bench_first_sample(const char *stage);

/* Number of series of a stage whose point name contains the part. */
size_t bench_count_series(const char *part, const char *stage);

/* The missing capability in a point's skip record; NULL without a record. */
const char *bench_skip_of(const char *point);

#endif
