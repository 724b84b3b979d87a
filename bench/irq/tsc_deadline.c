/* irq.tsc_deadline: as irq.lapic_timer, in the mode that names the deadline in TSC ticks. */
#include "bench/irq/interrupt.h"

static int sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return interrupt_sample(ctx, INTERRUPT_TSC_DEADLINE, values);
}

const struct benchmark bench_irq_tsc_deadline = {
	.name = "irq.tsc_deadline",
	.summary = "one interrupt of the local APIC timer in TSC-deadline mode, from the deadline",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_TSC_DEADLINE,
	.axes = interrupt_axes,
	.stages = interrupt_stages,
	.sample = sample,
};
