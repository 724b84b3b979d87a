/* SPDX-License-Identifier: MIT */
/* The target's checks of itself during a run. A failed check means that a result is not what it
 * claims to be, so the run is invalid. */
#ifndef BENCH_ENGINE_VALIDITY_CHECK_H
#define BENCH_ENGINE_VALIDITY_CHECK_H

#include "bench/benchmark.h"

/* Start of a run: reset the count. */
void validity_check_begin(void);

/* Report a failed check in a record and as text. ctx is the point, or NULL for the whole run; check
 * is one word that is the same in all versions. Only the first 32 failures of a run are reported.
 * Must not be called during a sample. */
void validity_check_failed(const struct bench_ctx *ctx, const char *check, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Check that a sample executes as many operations as the runner divides its time by. For verify
 * functions of benchmarks that set ctx->operations. */
void validity_check_operations(const struct bench_ctx *ctx, uint64_t executed);

/* Number of failures since validity_check_begin. */
unsigned validity_check_failures(void);

#endif
