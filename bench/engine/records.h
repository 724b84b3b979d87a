/* SPDX-License-Identifier: MIT */
/* The runner's output: each event as records for the host tool, and as a line of text for the
 * screen. */
#ifndef BENCH_ENGINE_RECORDS_H
#define BENCH_ENGINE_RECORDS_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/engine/count.h"
#include "bench/engine/measure.h"
#include "bench/platform.h"

/* Reset the numbers of benchmarks and series. */
void records_begin(void);

/* Write the benchmark's record. Returns its number. */
uint64_t records_bench(const struct benchmark *bench);

/* Number of the latest benchmark, for other records. The other two functions return a new number
 * for a run of an idle loop and for a message log. */
uint64_t records_current_bench(void);
uint64_t records_idle(void);
uint64_t records_message_log(void);

/* Write the series and samples of the point in ctx, one series per stage, for the latest
 * benchmark. */
void records_point(const struct bench_ctx *ctx, const struct measurement *m);

/* Write the event counts of the point in ctx. */
void records_counts(const struct bench_ctx *ctx, const struct counts *counts);

/* Number of a benchmark's stages. A differenced benchmark has two. */
unsigned records_stage_count(const struct benchmark *bench);

/* Record that the remaining events of the point in ctx could not be counted, because of the error
 * status. */
void records_count_error(const struct bench_ctx *ctx, int status);

/* Record that a requested event is counted nowhere. */
void records_uncounted(enum pmc_event event, const char *why);

/* Record that points were skipped, with bench_skip's reason: those that have the first axes
 * parameters of ctx's point. */
void records_skip(const struct bench_ctx *ctx, unsigned axes);

/* Record that a benchmark was skipped because of a missing capability. */
void records_missing(const struct benchmark *bench, enum platform_capability_bit missing);

/* Record that the point in ctx was aborted. */
void records_fault(const struct bench_ctx *ctx, const struct platform_failure *failure);

void records_done(uint64_t bench_id, uint64_t elapsed_us);

#endif
