/* SPDX-License-Identifier: MIT */
/* idle.profile: an idle machine without clock tick and with ticks of 100 Hz and 1000 Hz, as a trace
 * from which the host plots utilisation against time. Each tick is a burst, so there are as many
 * bursts as interrupts: Y. Endo et al., "Using Latency to Evaluate Interactive System Performance",
 * OSDI 1996, "Idle System Profiles". Points with idle=hlt halt the CPU. */
#include "bench/benchmark.h"
#include "bench/engine/options.h"
#include "bench/idle/trace.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define QUANTUM_NS 100000               /* short, so that a pass has at most one tick */
#define DURATION_QUICK_NS (40 * NS_PER_MS)
#define DURATION_FULL_NS (200 * NS_PER_MS)
#define DURATION_MAX_NS (10000 * NS_PER_MS)
#define SLACK_PART 256                  /* part of a pass; a smaller excess is no burst */
#define WAKES_MAX_HZ 20000              /* maximum rate of passes of a halted CPU, and of events */

enum {AXIS_TICK, AXIS_IDLE};
enum {STAGE_ELAPSED, STAGE_PASSES, STAGE_INTERRUPTS, STAGE_BURSTS, STAGE_BUSY};

struct profile {
	struct idle_trace *trace;
};

static size_t ticks_hz(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = 0;
	if ((platform_capabilities() & CAN_LAPIC_TIMER) == 0) {
		bench_skip(ctx, "lapic_timer", "no timer for the tick");
		return 1;
	}
	values[1] = 100;
	values[2] = 1000;
	return 3;
}

static uint64_t profile_duration_ns(const struct bench_ctx *ctx)
{
	uint64_t ns = ctx->options->duration_ns;

	if (ns == 0)
		return ctx->suite == SUITE_QUICK ? DURATION_QUICK_NS : DURATION_FULL_NS;
	return ns < DURATION_MAX_NS ? ns : DURATION_MAX_NS;
}

static int profile_setup(struct bench_ctx *ctx)
{
	struct profile *profile = ctx->state;
	uint64_t quantum_ns = ctx->options->quantum_ns, run_ns = profile_duration_ns(ctx);
	uint64_t wakes = run_ns / NS_PER_MS * (WAKES_MAX_HZ / 1000) + 1;
	struct idle_plan plan = {.events = wakes, .reads = IDLE_READS_EVENTS};
	int status;

	plan.quantum_ns = quantum_ns != 0 ? quantum_ns : QUANTUM_NS;
	plan.passes = run_ns / plan.quantum_ns + wakes;
	profile->trace = idle_trace_open(ctx, &plan, &status);
	if (profile->trace == NULL)
		return status;
	profile->trace->kind = (enum idle_kind)ctx->point[AXIS_IDLE];
	profile->trace->tick_hz = (uint32_t)ctx->point[AXIS_TICK];
	profile->trace->duration_ticks = ticks_of_ns(run_ns, platform_clock_hz());
	return 0;
}

/* ---- A sample ---- */

static uint64_t slack_ticks(const struct idle_trace *trace)
{
	return platform_time_base() == TIME_INSTRUCTIONS ? 0 : trace->pass_ticks / SLACK_PART;
}

static void count_bursts(const struct idle_trace *trace, uint64_t values[BENCH_STAGES_MAX])
{
	const struct idle_pass *pass;

	values[STAGE_BURSTS] = values[STAGE_BUSY] = 0;
	for (uint64_t nth = 0;
	     (pass = idle_trace_long_pass(trace, slack_ticks(trace), &nth)) != NULL; nth++) {
		values[STAGE_BURSTS]++;
		values[STAGE_BUSY] += pass->end_tsc - pass->begin_tsc - trace->pass_ticks;
	}
}

static int profile_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct profile *profile = ctx->state;
	struct idle_trace *trace = profile->trace;
	int status = platform_idle_run(trace);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "idle_kind", "the CPU cannot rest this way, or has no "
						    "timer");
	if (status != 0)
		return bench_error(ctx, status, "the idle loop failed: error %d", status);
	values[STAGE_ELAPSED] = trace->end_tsc - trace->begin_tsc;
	values[STAGE_PASSES] = trace->passes.offered;
	values[STAGE_INTERRUPTS] = trace->interrupts;
	values[STAGE_BURSTS] = values[STAGE_BUSY] = BENCH_NOT_MEASURED;
	if (trace->kind == IDLE_POLL)
		count_bursts(trace, values);
	return 0;
}

static int profile_verify(struct bench_ctx *ctx)
{
	const struct profile *profile = ctx->state;

	idle_trace_check(ctx, profile->trace);
	return 0;
}

static void profile_teardown(struct bench_ctx *ctx)
{
	const struct profile *profile = ctx->state;

	if (profile->trace->end_tsc != 0)
		idle_trace_write(ctx, profile->trace);
}

static const struct axis axes[] = {
	[AXIS_TICK] = {"tick_hz", NULL, ticks_hz},
	[AXIS_IDLE] = {"idle", idle_kind_labels, idle_kinds},
	{0},
};

/* The first and the last stage are in ticks: the total, and the excess of all passes over
 * undisturbed ones. */
static const char *const stages[] = {
	[STAGE_ELAPSED] = "elapsed", [STAGE_PASSES] = "passes", [STAGE_INTERRUPTS] = "interrupts",
	[STAGE_BURSTS] = "bursts", [STAGE_BUSY] = "busy", NULL,
};

const struct benchmark bench_idle_profile = {
	.name = "idle.profile",
	.summary = "an idle CPU, observed pass by pass, with and without a clock tick",
	.differs_hosted = "the tick is the kernel's own, other processes may run, and passes read "
			  "no counters",
	.unit = UNIT_COUNTS,
	.suites = SUITE_QUICK | SUITE_FULL,
	.needs = CAN_CLOCK,
	.axes = axes,
	.stages = stages,
	.total = "elapsed",
	.overlapping = 1u << STAGE_PASSES | 1u << STAGE_INTERRUPTS | 1u << STAGE_BURSTS,
	.tick_stages = 1u << STAGE_ELAPSED | 1u << STAGE_BUSY,
	.state_bytes = sizeof(struct profile),
	.setup = profile_setup,
	.sample = profile_sample,
	.no_lead_in = true,
	.verify = profile_verify,
	.teardown = profile_teardown,
	.verified = "passes and interrupts are complete and in order",
};
