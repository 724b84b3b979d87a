/* SPDX-License-Identifier: MIT */
/* Every benchmark there is. */
#ifndef BENCH_ENGINE_REGISTRY_H
#define BENCH_ENGINE_REGISTRY_H

#include "bench/benchmark.h"

/* In the order of bench/list.h, which is the order they run in; ended by NULL. */
extern const struct benchmark *const registry_benchmarks[];

#endif
