/* SPDX-License-Identifier: MIT */
/* irq.*: cost of an interrupt by source. A timer's interrupt is measured from its deadline, so the
 * delivery is its latency. Any other interrupt is measured from the write that raises it. */
#include "bench/irq/interrupt.h"

static int classes_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	static const struct skew one_clock = {0, 0};

	return interrupt_sample(ctx, &one_clock, values);
}

#define X(symbol, number, way, in, requires, can_wait, text) \
	static const enum interrupt_source symbol##_source = number; \
\
	const struct benchmark bench_irq_##symbol = { \
		.name = "irq." #symbol, \
		.summary = text, \
		.unit = UNIT_TSC_TICKS, \
		.suites = in, \
		.needs = requires, \
		.axes = interrupt_axes, \
		.stages = interrupt_stages_of_##way, \
		.total = "total", \
		.variant = &symbol##_source, \
		.setup = interrupt_setup, \
		.sample = classes_sample, \
		.verify = interrupt_verify, \
		.verified = INTERRUPT_VERIFIED, \
		.teardown = interrupt_teardown, \
	};
IRQ_SOURCES(X)
#undef X
