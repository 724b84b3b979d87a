/* What the irq.* benchmarks share: the way of an interrupt cut into stages, in two waits. */
#ifndef BENCH_IRQ_INTERRUPT_H
#define BENCH_IRQ_INTERRUPT_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/platform.h"

extern const struct axis interrupt_axes[];
extern const char *const interrupt_stages[];

/* Raise one interrupt from source, waiting as ctx's point says, and store a value a stage. Returns
 * as struct benchmark's sample does. */
int interrupt_sample(struct bench_ctx *ctx, enum interrupt_source source,
		     uint64_t values[BENCH_STAGES_MAX]);

#endif
