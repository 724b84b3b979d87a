/* irq.lapic_timer: how late the local APIC's timer is, counted from its deadline, and what it
 * costs. */
#include "bench/irq/interrupt.h"

static int sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return interrupt_sample(ctx, INTERRUPT_LAPIC_TIMER, values);
}

const struct benchmark bench_irq_lapic_timer = {
	.name = "irq.lapic_timer",
	.summary = "one one-shot interrupt of the local APIC timer, from the deadline",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_LAPIC_TIMER,
	.axes = interrupt_axes,
	.stages = interrupt_stages,
	.sample = sample,
};
