/* SPDX-License-Identifier: MIT */
/* irq.ipi: an interrupt from another CPU, as the receiver sees it. The time of raising is by the
 * other CPU's clock. The skew between the two clocks, which was measured before, is subtracted, and
 * the error of the skew is a stage. smp.ipi is the sender's side. */
#include "bench/irq/interrupt.h"

#include "bench/smp/skew.h"
#include "lib/cpu/words.h"

#define SENDER 1

enum {STAGE_CLOCK_ERROR = 4};

static const enum interrupt_source source = INTERRUPT_IPI;

/* The first four are interrupt_stages_of_plain. */
static const char *const stages[] = {
	"delivery", "eoi", "iret", "total", [STAGE_CLOCK_ERROR] = "clock_error", NULL,
};

static int ipi_setup(struct bench_ctx *ctx)
{
	int status = skew_measure_best(ctx, SENDER, ctx->state);

	return status != 0 ? status : interrupt_setup(ctx);
}

static int ipi_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct skew *skew = ctx->state;
	int status = interrupt_sample(ctx, skew, values);

	values[STAGE_CLOCK_ERROR] = skew->error_ticks;
	return status;
}

const struct benchmark bench_irq_ipi = {
	.name = "irq.ipi",
	.summary = "one interrupt from another CPU through " WORD_ITS_CONTROLLER,
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_LAPIC | CAN_SMP,
	.axes = interrupt_axes,
	.stages = stages,
	.total = "total",
	.overlapping = 1u << STAGE_CLOCK_ERROR,
	.variant = &source,
	.state_bytes = sizeof(struct skew),
	.setup = ipi_setup,
	.sample = ipi_sample,
	.verify = interrupt_verify,
	.verified = INTERRUPT_VERIFIED,
	.teardown = interrupt_teardown,
};
