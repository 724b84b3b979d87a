/* SPDX-License-Identifier: MIT */
/* Running benchmarks: select, sweep, measure, report. */
#ifndef BENCH_ENGINE_RUNNER_H
#define BENCH_ENGINE_RUNNER_H

#include "bench/benchmark.h"
#include "bench/engine/options.h"

/* Run those of benchmarks (ended by NULL) that options select, and write every record from the
 * manifest to the end marker. Returns how many benchmarks were cut short by a fault or an error. */
unsigned runner_run(const struct options *options, const struct benchmark *const *benchmarks);

#endif
