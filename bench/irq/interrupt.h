/* SPDX-License-Identifier: MIT */
/* Shared by the irq.* benchmarks: the stages of an interrupt, and the parameters. */
#ifndef BENCH_IRQ_INTERRUPT_H
#define BENCH_IRQ_INTERRUPT_H

#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/platform.h"
#include "bench/smp/skew.h"

extern const struct axis interrupt_axes[];

/* Stages of a source whose handler only acknowledges, reads a device or is an NMI: the way in
 * IRQ_SOURCES. */
extern const char *const interrupt_stages_of_plain[];
extern const char *const interrupt_stages_of_device[];
extern const char *const interrupt_stages_of_nmi[];

/* What interrupt_sample and interrupt_verify prove. */
#define INTERRUPT_VERIFIED \
	"the interrupt of this source arrived, and no other; if flushed, a stale translation is " \
	"gone"

/* Setup and teardown functions of struct benchmark. interrupt_setup opens the source in the variant
 * of ctx's benchmark; interrupt_teardown closes it. */
int interrupt_setup(struct bench_ctx *ctx);
void interrupt_teardown(struct bench_ctx *ctx);

/* Raise one interrupt according to ctx's point and store one value per stage. skew is for the clock
 * of the CPU that raises it. Returns like a sample function. */
int interrupt_sample(struct bench_ctx *ctx, const struct skew *skew,
		     uint64_t values[BENCH_STAGES_MAX]);

/* If ctx's point flushes caches and TLBs, verify that they are flushed. Returns like a verify
 * function. */
int interrupt_verify(struct bench_ctx *ctx);

#endif
