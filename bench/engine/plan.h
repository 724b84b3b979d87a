/* SPDX-License-Identifier: MIT */
/* Which benchmarks are to run, and saying so before the first one does: who reads a log that lost a
 * part can then name what is missing. */
#ifndef BENCH_ENGINE_PLAN_H
#define BENCH_ENGINE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/options.h"
#include "lib/wire/wire.h"

struct plan {
	const struct options *options;
	uint64_t benches; /* that are held */
};

/* What the options select of the benchmarks, whose list NULL ends, and, if that is any, what
 * underlies all. The options must outlive the plan. */
struct plan plan_make(const struct options *options, const struct benchmark *const *benchmarks);

bool plan_holds(const struct plan *plan, const struct benchmark *bench);

/* A plan record, and the names in planned records. */
void plan_write(const struct plan *plan, struct wire_writer *writer,
		const struct benchmark *const *benchmarks);

#endif
