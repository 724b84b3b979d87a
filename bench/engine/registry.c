/* SPDX-License-Identifier: MIT */
/* bench/list.h as an array. */
#include "bench/engine/registry.h"

#define BENCHMARK(symbol) extern const struct benchmark symbol;
#include "bench/list.h"
#undef BENCHMARK

const struct benchmark *const registry_benchmarks[] = {
#define BENCHMARK(symbol) &symbol,
#include "bench/list.h"
#undef BENCHMARK
	NULL
};
