/* SPDX-License-Identifier: MIT */
/* Running registered benchmarks on the scripted machine, and looking at what they recorded. */
#ifndef TESTS_UNIT_BENCH_BENCH_RUN_H
#define TESTS_UNIT_BENCH_BENCH_RUN_H

#include <stddef.h>
#include <stdint.h>

#include "bench/benchmark.h"

/* Setup of a test: the scripted machine can do everything, and a tick is an instruction. */
int bench_run_reset(void **state);

/* Run the quick suite's benchmarks that match. The test fails if one writes while quiet. */
void bench_run(const char *pattern);

/* The same with events to count. */
void bench_run_counted(const char *pattern, const char *events);

/* The same with a word of the command line. */
void bench_run_with(const char *pattern, const char *word, const char *value);

/* The same on a machine that is that node of two, linked by a serial line. */
void bench_run_as_node(const char *pattern, const char *node);

/* The same as the full suite has them. */
void bench_run_full(const char *pattern);
/* The full suite's points with a sample each, where it is only of interest which there are. */
void bench_run_every_point(const char *pattern);

/* The benchmark of that name; it must be there. */
const struct benchmark *bench_named(const char *name);

/* The first warm sample of the first series of a stage; the test fails if there is none. */
uint64_t bench_first_sample(const char *stage);

/* How many series of a stage are of points whose name has that part. */
size_t bench_count_series(const char *part, const char *stage);

/* What the skip record for a point calls missing; NULL if there is none. */
const char *bench_skip_of(const char *point);

#endif
