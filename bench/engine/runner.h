/* SPDX-License-Identifier: MIT */
/* Runs benchmarks: selection, sweep, measurement, records. */
#ifndef BENCH_ENGINE_RUNNER_H
#define BENCH_ENGINE_RUNNER_H

#include "bench/benchmark.h"
#include "bench/engine/options.h"

/* Run the selected benchmarks of a list that ends with NULL, and write every record from the
 * manifest to the end record. Returns the number of benchmarks with a fault or an error at any
 * point. */
unsigned runner_run(const struct options *options, const struct benchmark *const *benchmarks);

#endif
