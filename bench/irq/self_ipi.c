/* irq.self_ipi: the cheapest interrupt there is, sent by a CPU to itself. */
#include "bench/irq/interrupt.h"

static int sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return interrupt_sample(ctx, INTERRUPT_SELF_IPI, values);
}

const struct benchmark bench_irq_self_ipi = {
	.name = "irq.self_ipi",
	.summary = "one interrupt that a CPU sends to itself through its local APIC",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_LAPIC,
	.axes = interrupt_axes,
	.stages = interrupt_stages,
	.sample = sample,
};
