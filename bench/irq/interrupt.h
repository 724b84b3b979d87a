/* SPDX-License-Identifier: MIT */
/* What the irq.* benchmarks share: the way of an interrupt cut into stages, and what is varied. */
#ifndef BENCH_IRQ_INTERRUPT_H
#define BENCH_IRQ_INTERRUPT_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/platform.h"

extern const struct axis interrupt_axes[];

/* What a source shows, by its way in IRQ_SOURCES. */
extern const char *const interrupt_stages_of_plain[];
extern const char *const interrupt_stages_of_device[];
extern const char *const interrupt_stages_of_nmi[];

/* Open the source that ctx's benchmark has as its variant, to be closed by interrupt_teardown.
 * Return as struct benchmark's functions do. */
int interrupt_setup(struct bench_ctx *ctx);
void interrupt_teardown(struct bench_ctx *ctx);

/* Raise one interrupt as ctx's point says, by a clock that is ahead of this CPU's by ahead_ticks,
 * give or take error_ticks, and store a value a stage. Returns as struct benchmark's sample
 * does. */
int interrupt_sample(struct bench_ctx *ctx, int64_t ahead_ticks, uint64_t error_ticks,
		     uint64_t values[BENCH_STAGES_MAX]);

#endif
