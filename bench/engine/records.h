/* SPDX-License-Identifier: MIT */
/* What the runner tells: each event as records for the host tool, and in a line for a person who
 * has only a screen. */
#ifndef BENCH_ENGINE_RECORDS_H
#define BENCH_ENGINE_RECORDS_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/count.h"
#include "bench/engine/measure.h"
#include "bench/platform.h"

/* Begin numbering benchmarks and series anew. */
void records_begin(void);

/* Returns the number the benchmark got. */
uint64_t records_bench(const struct benchmark *bench);

/* The number of the latest benchmark, for records of its own; one for a run of an idle loop; and
 * one for a message log. */
uint64_t records_current_bench(void);
uint64_t records_idle(void);
uint64_t records_message_log(void);

/* The series and samples of the point in ctx, one series a stage, under the latest benchmark. */
void records_point(const struct bench_ctx *ctx, const struct measurement *m);

/* What was counted over the point in ctx. */
void records_counts(const struct bench_ctx *ctx, const struct counts *counts);

/* The rest of the events could not be counted over the point in ctx, which returned status. */
void records_count_error(const struct bench_ctx *ctx, int status);

/* An event that was asked for is not counted anywhere. */
void records_uncounted(enum pmc_event event, const char *why);

/* The first axes parameters of ctx's point were left out, for the reason bench_skip gave. */
void records_skip(const struct bench_ctx *ctx, unsigned axes);

/* All of a benchmark was left out for lack of a capability. */
void records_lacking(const struct benchmark *bench, enum platform_capability_bit lacking);

/* The point in ctx was cut short. */
void records_fault(const struct bench_ctx *ctx, const struct platform_failure *failure);

void records_done(uint64_t bench_id, uint64_t elapsed_us);

#endif
