/* SPDX-License-Identifier: MIT */
/* test.smi: deliberate SMIs while another CPU idles; its idle loop must detect each of them and
 * nothing else. The firmware's reaction to an unexpected SMI is unknown, so no suite and no
 * wildcard runs this. */
#include "bench/benchmark.h"
#include "bench/idle/trace.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/pause.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define SMIS 5
#define QUANTUM_NS 100000
#define APART_US 10000                  /* two that are pending at once become one */
#define PASSES 2048
#define ANOTHER_CPU 1

enum {STAGE_MADE, STAGE_COUNTED, STAGE_PASSES, STAGE_INTERRUPTS};

struct smi {
	struct idle_trace *trace;
	uint64_t apart_ticks;
	volatile int status;            /* of the CPU that raises them */
};

static int smi_setup(struct bench_ctx *ctx)
{
	static const struct idle_plan plan = {
		.quantum_ns = QUANTUM_NS, .passes = PASSES, .events = 1, .reads = IDLE_READS_SMIS,
	};
	struct smi *smi = ctx->state;
	int status;

	if (platform_time_base() == TIME_INSTRUCTIONS)
		return bench_skip(ctx, "time",
				  "with instruction counting, CPUs run in turns: one finishes "
				  "idling before the other raises an SMI");
	smi->trace = idle_trace_open(ctx, &plan, &status);
	if (smi->trace == NULL)
		return status;
	if (!idle_trace_reads_smis(smi->trace))
		return bench_skip(ctx, "smi_count", "the CPU does not count its SMIs");
	smi->apart_ticks = ticks_of_us(APART_US, platform_clock_hz());
	smi->trace->duration_ticks = (SMIS + 2) * smi->apart_ticks;
	return 0;
}

static void make_smis(void *argument)
{
	struct smi *smi = argument;

	for (int i = 0; i < SMIS; i++) {
		uint64_t begin_tsc = clock_read();

		while (clock_read() - begin_tsc < smi->apart_ticks)
			cpu_relax();
		smi->status = platform_raise_smi();
	}
}

static void count(const struct idle_trace *trace, uint64_t values[BENCH_STAGES_MAX])
{
	uint32_t smis = trace->readings_before[0], interrupts = 0;

	values[STAGE_COUNTED] = values[STAGE_PASSES] = values[STAGE_INTERRUPTS] = 0;
	for (uint64_t i = 0; i < ring_count(&trace->passes); i++) {
		const struct idle_pass *pass = ring_at(&trace->passes, i);

		if (pass->readings[0] != smis) {
			values[STAGE_COUNTED] += pass->readings[0] - smis;
			values[STAGE_PASSES]++;
			values[STAGE_INTERRUPTS] += pass->interrupts - interrupts;
		}
		smis = pass->readings[0];
		interrupts = pass->interrupts;
	}
}

static int smi_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct smi *smi = ctx->state;
	int status = platform_run_on(ANOTHER_CPU, make_smis, smi), idle_status = 0;

	/* The other CPU uses the state, so wait for it even if the loop failed. */
	if (status == 0) {
		idle_status = platform_idle_run(smi->trace);
		status = platform_wait_for(ANOTHER_CPU);
	}
	if (status == 0)
		status = smi->status;
	if (idle_status != 0)
		return bench_error(ctx, idle_status, "the idle loop failed: error %d", idle_status);
	if (status == -ENOTSUP)
		return bench_skip(ctx, "smi_port", "no I/O port raises an SMI");
	if (status != 0)
		return bench_error(ctx, status, "the CPUs did not do their parts: error "
						"%d", status);
	values[STAGE_MADE] = SMIS;
	count(smi->trace, values);
	return 0;
}

static void smi_teardown(struct bench_ctx *ctx)
{
	const struct smi *smi = ctx->state;

	if (smi->trace->end_tsc != 0)
		idle_trace_write(ctx, smi->trace);
}

/* SMIs raised, SMIs counted by the idle CPU, passes with SMIs, and interrupts in these passes. */
static const char *const stages[] = {
	[STAGE_MADE] = "made", [STAGE_COUNTED] = "counted", [STAGE_PASSES] = "passes",
	[STAGE_INTERRUPTS] = "interrupts", NULL,
};

const struct benchmark bench_test_smi = {
	.name = "test.smi",
	.summary = "deliberate SMIs: an idle loop must detect them",
	.unit = UNIT_COUNTS,
	.needs = CAN_CLOCK | CAN_SMP | CAN_PRIVILEGED,
	.stages = stages,
	.state_bytes = sizeof(struct smi),
	.setup = smi_setup,
	.sample = smi_sample,
	.no_lead_in = true,
	.teardown = smi_teardown,
	.unverified = "a firmware may not answer",
};
