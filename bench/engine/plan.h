/* SPDX-License-Identifier: MIT */
/* The list of benchmarks to run. The list is written before the first benchmark runs, so readers of
 * a truncated log know what is missing. */
#ifndef BENCH_ENGINE_PLAN_H
#define BENCH_ENGINE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/options.h"
#include "lib/wire/wire.h"

struct plan {
	const struct options *options;
	uint64_t benches; /* number of selected benchmarks */
};

/* Select benchmarks from a list that ends with NULL. If any benchmark is selected, those that
 * others depend on are selected too. The options must outlive the plan. */
struct plan plan_make(const struct options *options, const struct benchmark *const *benchmarks);

bool plan_holds(const struct plan *plan, const struct benchmark *bench);

/* Write a plan record, and planned records with the names. */
void plan_write(const struct plan *plan, struct wire_writer *writer,
		const struct benchmark *const *benchmarks);

#endif
