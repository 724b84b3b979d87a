/* SPDX-License-Identifier: MIT */
/* The list of all benchmarks. */
#ifndef BENCH_ENGINE_REGISTRY_H
#define BENCH_ENGINE_REGISTRY_H

#include "bench/benchmark.h"

/* The benchmarks in the order of bench/list.h, which is the order of execution. Ends with NULL. */
extern const struct benchmark *const registry_benchmarks[];

#endif
