/* SPDX-License-Identifier: MIT */
/* smp.ipi: an interrupt from one CPU to another, which spins or halts. The one-way time is by both
 * CPUs' clocks: the skew between them, measured before, is subtracted, and its error is a stage.
 * The round trip, until this CPU has seen that the handler ran, is by one clock only. */
#include "bench/benchmark.h"
#include "bench/engine/standby.h"
#include "bench/platform.h"
#include "bench/smp/skew.h"
#include "lib/cpu/words.h"
#include "lib/text/errno.h"

enum {AXIS_CPU, AXIS_WAIT};

struct ipi {
	struct skew skew;
};

static const char *const wait_labels[] = {[WAIT_SPIN] = "spin", [WAIT_HLT] = "hlt"};
static const char *const stages[] = {"one_way", "one_way_error", "round_trip", NULL};

static size_t ipi_waits(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = WAIT_SPIN;
	values[1] = WAIT_HLT;
	return 2;
}

static int ipi_setup(struct bench_ctx *ctx)
{
	struct ipi *ipi = ctx->state;

	return skew_measure_best(ctx, (uint32_t)ctx->point[AXIS_CPU], &ipi->skew);
}

static int ipi_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct ipi *ipi = ctx->state;
	enum wait_kind wait = (enum wait_kind)ctx->point[AXIS_WAIT];
	struct ipi_stamps stamps;
	int status;

	standby_expect(1, wait);
	status = platform_ipi_trial((uint32_t)ctx->point[AXIS_CPU], wait, &stamps);
	if (status == -ENOTSUP)
		return bench_skip(ctx, "ipi", "the machine cannot time this interrupt");
	if (status != 0)
		return bench_cpu_error(ctx, status, "the interrupt failed: error %d", status);
	values[1] = ipi->skew.error_ticks;
	values[2] = stamps.seen - stamps.sent;
	return skew_elapsed(ctx, &ipi->skew, stamps.sent, stamps.entered, &values[0]);
}

static const struct axis axes[] = {
	[AXIS_CPU] = {"cpu", NULL, skew_cpus},
	[AXIS_WAIT] = {"wait", wait_labels, ipi_waits},
	{0},
};

const struct benchmark bench_smp_ipi = {
	.name = "smp.ipi",
	.summary = "one interrupt to another CPU through the " WORD_CONTROLLER,
	.differs_hosted =
		"a signal to a thread on the other CPU, which the kernel interrupts; if that CPU "
		"halts, the thread sleeps and is switched to first",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.point_ms = 150,
	.needs = CAN_SMP,
	.axes = axes,
	.stages = stages,
	.state_bytes = sizeof(struct ipi),
	.setup = ipi_setup,
	.sample = ipi_sample,
	.verify = standby_verify,
	.verified = "the handler ran after the call, by both clocks and their error, and the other "
		    "CPU waits as the point says",
};
