/* SPDX-License-Identifier: MIT */
/* noise.gaps: detects anything that takes the CPU from an idle machine, by passes of fixed work. On
 * bare metal that is firmware (SMIs), the CPU itself (frequency changes) and the hypervisor; under
 * Linux also the kernel. All CPUs are watched at once, for duration=. Each run of the idle loop
 * takes part of a second. Then the run's gaps are counted by length, during which the CPU is not
 * watched. The current state is written REPORTS times, or every REPORT_NS_MIN if that is less
 * often, so a truncated log still has the results so far. */
#include "bench/noise/tally.h"

#include "bench/benchmark.h"
#include "bench/engine/cpu_team.h"
#include "bench/engine/options.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define PAGE_4K 4096
#define QUANTUM_NS 10000
#define SLACK_US 1
#define GAPS 2048                       /* capacity of a run */
#define DURATION_QUICK_NS (60 * NS_PER_MS)
#define DURATION_FULL_NS (2000 * NS_PER_MS)
#define DURATION_NOISE_NS (60000 * NS_PER_MS)
#define RUN_NS (500 * NS_PER_MS)                /* shorter than a cpu_team's time limit */
#define SAMPLES_FEW 4
#define SAMPLES_MANY 600
#define REPORTS 60                      /* per CPU, in a run of any length */
#define REPORT_NS_MIN (10000 * NS_PER_MS)       /* minimum interval of reports */
#define LIMIT_NS 150000                 /* Intel's BIOS Implementation Test Suite, SMI latency */

enum {AXIS_PRIORITY, AXIS_CPUS};
enum {PRIORITY_HIGHEST, PRIORITY_LOWEST};
enum {STAGE_WATCHED, STAGE_GAPS, STAGE_IN_GAPS, STAGE_LARGEST, STAGE_SMIS, STAGES};

struct noise {
	struct noise_tally *tallies[CPU_TEAM_MAX];  /* one per member */
	struct cpu_team cpu_team;
	uint64_t run_ticks;             /* ticks of an idle loop without a break */
	uint64_t runs;                  /* runs in a sample */
	uint64_t runs_done;             /* runs of all samples */
	uint64_t runs_all;
	uint64_t report_ticks, reported_tsc;
	bool has_run;
	volatile int status;            /* status of a member that failed */
};

static const char *const priority_labels[] = {
	[PRIORITY_HIGHEST] = "highest", [PRIORITY_LOWEST] = "lowest",
};

/* Priorities. Without an operating system there is no program to yield to. */
static size_t priorities(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = PRIORITY_HIGHEST;
	values[1] = PRIORITY_LOWEST;
	return platform_is_hosted() ? 2 : 1;
}

/* Numbers of CPUs: all, because firmware may disturb only some of them. */
static size_t cpu_counts(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t cpus = platform_cpu_count();

	if (platform_time_base() == TIME_INSTRUCTIONS && cpus > 1) {
		bench_skip(ctx, "time", "with instruction counting, CPUs run in turns, not in "
					"parallel");
		cpus = 1;
	}
	values[0] = cpus < CPU_TEAM_MAX ? cpus : CPU_TEAM_MAX;
	return 1;
}

/* ---- Members ---- */

static void begin_member(void *argument, unsigned member)
{
	struct noise *noise = argument;
	int status = noise_tally_begin(noise->tallies[member]);

	if (status != 0)
		noise->status = status;
}

static void watch_member(void *argument, unsigned member)
{
	struct noise *noise = argument;
	int status = noise_tally_watch(noise->tallies[member], noise->run_ticks);

	if (status != 0)
		noise->status = status;
}

static int run_cpu_team(struct bench_ctx *ctx, void (*work)(void *argument, unsigned member))
{
	struct noise *noise = ctx->state;
	int status;

	noise->status = 0;
	noise->cpu_team.work = work;
	status = cpu_team_run(ctx, &noise->cpu_team, NULL);
	if (status == 0 && noise->status == -ENOTSUP)
		return bench_skip(ctx, "idle_priority", "the operating system does not have this "
							"priority");
	if (status == 0 && noise->status != 0)
		status = bench_error(ctx, noise->status, "the idle loop failed: error %d",
				     noise->status);
	return status;
}

/* ---- Setup ---- */

static int make_tally(struct bench_ctx *ctx, uint32_t cpu)
{
	struct noise *noise = ctx->state;
	uint64_t hz = platform_clock_hz();
	uint64_t quantum_ns = ctx->options->quantum_ns, limit_ns = ctx->options->limit_ns;
	struct idle_plan plan = {.passes = GAPS, .events = 1, .reads = IDLE_READS_SMIS};
	struct noise_tally *tally = platform_map(sizeof(*tally), PAGE_4K);
	int status = 0;

	if (tally == NULL)
		return bench_skip(ctx, "memory", "no memory for the observations of CPU %u", cpu);
	memset(tally, 0, sizeof(*tally));
	plan.quantum_ns = quantum_ns != 0 ? quantum_ns : QUANTUM_NS;
	tally->trace = idle_trace_open(ctx, &plan, &status);
	if (tally->trace == NULL)
		return status;
	tally->trace->gives_way = ctx->point[AXIS_PRIORITY] == PRIORITY_LOWEST;
	tally->cpu = cpu;
	tally->slack_ticks = ticks_of_us(SLACK_US, hz);
	tally->limit_ticks = ticks_of_ns(limit_ns != 0 ? limit_ns : LIMIT_NS, hz);
	noise->tallies[cpu] = tally;
	return 0;
}

static uint64_t gaps_duration_ns(const struct bench_ctx *ctx)
{
	if (ctx->options->duration_ns != 0)
		return ctx->options->duration_ns;
	if (ctx->suite == SUITE_NOISE)
		return DURATION_NOISE_NS;
	return ctx->suite == SUITE_QUICK ? DURATION_QUICK_NS : DURATION_FULL_NS;
}

static uint64_t within(uint64_t value, uint64_t least, uint64_t most)
{
	if (value < least)
		return least;
	return value > most ? most : value;
}

/* Divide the time. Many samples show when noise occurs. A sample is one run or several. */
static void divide_time(struct bench_ctx *ctx)
{
	struct noise *noise = ctx->state;
	uint64_t total_ns = gaps_duration_ns(ctx), sample_ns, hz = platform_clock_hz();

	ctx->samples = (uint32_t)within(total_ns / RUN_NS, SAMPLES_FEW, SAMPLES_MANY);
	sample_ns = total_ns / ctx->samples;
	noise->runs = (sample_ns + RUN_NS - 1) / RUN_NS;
	noise->runs_all = noise->runs * ctx->samples;
	noise->run_ticks = ticks_of_ns(sample_ns / noise->runs, hz);
	noise->report_ticks = ticks_of_ns(within(total_ns / REPORTS, REPORT_NS_MIN, UINT64_MAX),
					  hz);
}

static int gaps_setup(struct bench_ctx *ctx)
{
	struct noise *noise = ctx->state;
	int status = 0;

	noise->cpu_team = (struct cpu_team){
		.cpus = cpu_team_first_cpus(),
		.count = (unsigned)ctx->point[AXIS_CPUS],
		.argument = noise,
	};
	divide_time(ctx);
	for (uint32_t cpu = 0; cpu < noise->cpu_team.count && status == 0; cpu++)
		status = make_tally(ctx, cpu);
	return status;
}

/* ---- A sample ---- */

static int gaps_begin(struct bench_ctx *ctx)
{
	struct noise *noise = ctx->state;
	int status = run_cpu_team(ctx, begin_member);

	for (unsigned member = 0; member < noise->cpu_team.count; member++)
		noise_activity_begin(noise->tallies[member]);
	noise->has_run = status == 0;
	noise->reported_tsc = clock_read();
	return status;
}

static void report(const struct bench_ctx *ctx, bool is_final)
{
	const struct noise *noise = ctx->state;

	for (unsigned member = 0; member < noise->cpu_team.count; member++)
		noise_tally_write(ctx, noise->tallies[member], is_final);
}

static void report_if_due(const struct bench_ctx *ctx)
{
	struct noise *noise = ctx->state;

	if (clock_read() - noise->reported_tsc < noise->report_ticks)
		return;
	platform_isolation_end();
	report(ctx, false);
	platform_isolation_begin();
	noise->reported_tsc = clock_read();
}

/* Add the CPUs' totals, or subtract them, because a sample is the difference between its end and
 * its start. */
static void add_totals(const struct noise *noise, uint64_t sign, uint64_t values[BENCH_STAGES_MAX])
{
	for (unsigned member = 0; member < noise->cpu_team.count; member++) {
		const struct noise_tally *tally = noise->tallies[member];

		values[STAGE_WATCHED] += sign * tally->watched_ticks;
		values[STAGE_GAPS] += sign * tally->gaps;
		values[STAGE_IN_GAPS] += sign * tally->gap_ticks;
		values[STAGE_SMIS] += sign * tally->smis;
	}
}

/* The longest gap of any CPU since the last call. */
static uint64_t take_largest(struct noise *noise)
{
	uint64_t largest_ticks = 0;

	for (unsigned member = 0; member < noise->cpu_team.count; member++) {
		struct noise_tally *tally = noise->tallies[member];

		if (tally->latest_largest_ticks > largest_ticks)
			largest_ticks = tally->latest_largest_ticks;
		tally->latest_largest_ticks = 0;
	}
	return largest_ticks;
}

static int gaps_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct noise *noise = ctx->state;
	int status = noise->has_run ? 0 : gaps_begin(ctx);

	for (unsigned stage = 0; stage < STAGES; stage++)
		values[stage] = 0;
	add_totals(noise, -1ull, values);
	for (uint64_t run = 0; run < noise->runs && status == 0; run++) {
		status = run_cpu_team(ctx, watch_member);
		platform_progress(++noise->runs_done * noise->run_ticks,
				  noise->runs_all * noise->run_ticks);
	}
	add_totals(noise, 1, values);
	values[STAGE_LARGEST] = take_largest(noise);
	if (status == 0 && values[STAGE_LARGEST] > values[STAGE_IN_GAPS])
		return bench_error(ctx, -EIO, "the longest gap, %lu ticks, exceeds the sum of all, "
					      "%lu", values[STAGE_LARGEST], values[STAGE_IN_GAPS]);
	report_if_due(ctx);
	return status;
}

/* ---- The end ---- */

static void gaps_say(const struct noise_tally *tally)
{
	uint64_t hz = platform_clock_hz();

	platform_print("noise.gaps CPU %u: %lu us of %lu lost in %lu gaps, the longest %lu us: "
		       "%s\n",
		       tally->cpu, ticks_to_us(tally->gap_ticks, hz),
		       ticks_to_us(tally->watched_ticks, hz), tally->gaps,
		       ticks_to_us(tally->largest_ticks, hz),
		       tally->over_limit == 0 ? "within the limit" : "OVER THE LIMIT");
}

static void gaps_teardown(struct bench_ctx *ctx)
{
	const struct noise *noise = ctx->state;

	if (!noise->has_run)
		return;
	report(ctx, true);
	for (unsigned member = 0; member < noise->cpu_team.count; member++) {
		noise_activity_write(ctx, noise->tallies[member]);
		gaps_say(noise->tallies[member]);
	}
}

/* A pass with a gap takes the gap longer than other passes. */
static void gaps_verify_sum(const struct bench_ctx *ctx, const struct noise_tally *tally)
{
	uint64_t pass_ticks = tally->trace->pass_ticks;

	if (tally->gap_ticks + tally->gaps * pass_ticks > tally->slow_ticks)
		validity_check_failed(ctx, "gaps", "CPU %u: %lu gaps of %lu ticks and their passes "
						   "of %lu do not fit into %lu", tally->cpu,
				      tally->gaps, tally->gap_ticks, pass_ticks, tally->slow_ticks);
}

static int gaps_verify(struct bench_ctx *ctx)
{
	const struct noise *noise = ctx->state;

	for (unsigned member = 0; member < noise->cpu_team.count; member++)
		gaps_verify_sum(ctx, noise->tallies[member]);
	cpu_team_verify(ctx, cpu_team_first_cpus(), ctx->point[AXIS_CPUS]);
	return 0;
}

static const struct axis axes[] = {
	[AXIS_PRIORITY] = {"priority", priority_labels, priorities},
	[AXIS_CPUS] = {"cpus", NULL, cpu_counts},
	{0},
};

/* Stages, in ticks: watched time and time in gaps, both over all CPUs, and the longest gap. */
static const char *const stages[] = {
	[STAGE_WATCHED] = "watched", [STAGE_GAPS] = "gaps", [STAGE_IN_GAPS] = "in_gaps",
	[STAGE_LARGEST] = "largest", [STAGE_SMIS] = "smis", NULL,
};

const struct benchmark bench_noise_gaps = {
	.name = "noise.gaps",
	.summary = "an idle machine, watched on all CPUs for gaps of one microsecond or more",
	.differs_hosted = "other programs run too: at the highest priority available, and at the "
			  "lowest",
	.unit = UNIT_COUNTS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_NOISE,
	.needs = CAN_CLOCK,
	.point_ms = 120,
	.axes = axes,
	.stages = stages,
	.total = "watched",
	.overlapping = 1u << STAGE_GAPS | 1u << STAGE_LARGEST | 1u << STAGE_SMIS,
	.tick_stages = 1u << STAGE_WATCHED | 1u << STAGE_IN_GAPS | 1u << STAGE_LARGEST,
	.state_bytes = sizeof(struct noise),
	.setup = gaps_setup,
	.sample = gaps_sample,
	.no_lead_in = true,
	.verify = gaps_verify,
	.verified = "each CPU of the point was watched, gaps and passes add up to the time of the "
		    "passes with gaps, and the longest gap is one of the sample's",
	.teardown = gaps_teardown,
};
