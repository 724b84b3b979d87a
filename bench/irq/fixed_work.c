/* SPDX-License-Identifier: MIT */
/* irq.fixed_work: cost of an interrupt as an idle loop measures it, from the elongation of a pass
 * of fixed work. The stages are the pass without and with an interrupt. The host tool computes the
 * difference, which is comparable with the time stamps of irq.*. Method: "Using Latency to Evaluate
 * Computer System Performance", "Idle Loop Instrumentation". The approach is known as fixed work
 * quantum (FWQ). */
#include "bench/benchmark.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

#define SAMPLES 51                      /* each takes about 0.5 ms, for each of many sources */

/* Two kinds of sources are left out: those that cannot be delayed, and the IPI of another CPU,
 * which an emulator may not deliver while this CPU works. */
static const char *const source_labels[INTERRUPT_SOURCES] = {
#define X(name, number, way, suites, needs, can_wait, summary) [number] = can_wait ? #name : NULL,
	IRQ_SOURCES(X)
#undef X
};

static size_t sources(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	(void)ctx;
	for (size_t source = 0; source < INTERRUPT_SOURCES; source++) {
		if (source_labels[source] != NULL)
			values[count++] = source;
	}
	return count;
}

static int gap_setup(struct bench_ctx *ctx)
{
	int status = platform_interrupt_open((enum interrupt_source)ctx->point[0]);

	ctx->samples = SAMPLES;
	if (status != 0)
		return bench_skip(ctx, source_labels[ctx->point[0]],
				  "interrupt source missing, or no interrupt arrived");
	return 0;
}

static int gap_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct interrupt_passes passes;
	int status = platform_interrupt_passes((enum interrupt_source)ctx->point[0], &passes);

	if (status == -ETIMEDOUT && platform_time_base() != TIME_INSTRUCTIONS)
		return bench_skip(ctx, "host_time", "the host left no time to raise the interrupt "
						    "within a pass");
	if (status != 0)
		return bench_error(ctx, status, "no interrupt arrived during the pass");
	values[0] = passes.alone;
	values[1] = passes.interrupted;
	return 0;
}

static void gap_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	platform_interrupt_close();
}

static const struct axis axes[] = {{"source", source_labels, sources}, {0}};
static const char *const stages[] = {"alone", "interrupted", NULL};

const struct benchmark bench_irq_fixed_work = {
	.name = "irq.fixed_work",
	.summary = "a pass of fixed work, without and with one interrupt",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.needs = CAN_CLOCK | CAN_LAPIC,
	.axes = axes,
	.stages = stages,
	.setup = gap_setup,
	.sample = gap_sample,
	.teardown = gap_teardown,
	.verified = "the handler ran once in the pass",
};
