/* SPDX-License-Identifier: MIT */
/* mem.node_latency and mem.node_bandwidth: from the CPUs of each memory node to the memory of each,
 * as Intel's Memory Latency Checker prints. Latency is that of a pointer chase of one CPU through a
 * buffer that is larger than the caches, by the clock of that CPU. For bandwidth, all CPUs of a
 * node read, each in its own buffer. */
#include "bench/benchmark.h"
#include "bench/engine/cpu_team.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/bandwidth.h"
#include "bench/mem/buffer_limit.h"
#include "bench/mem/chase.h"
#include "bench/mem/chase_check.h"
#include "bench/mem/cycle.h"
#include "bench/mem/node_axis.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"

/* Loads of a sample. They take hundreds of microseconds, so that reading the clock is
 * negligible. */
#define LOADS (16 * CHASE_LOADS)

#define LINES_MIN (STRING_BYTES / LINE_BYTES)

enum {AXIS_CPU_NODE, AXIS_NODE};

static const struct axis axes[] = {
	[AXIS_CPU_NODE] = {NODE_AXIS_CPU, NULL, node_axis_with_cpus},
	[AXIS_NODE] = {NODE_AXIS_MEMORY, NULL, node_axis_with_memory},
	{0},
};

static int skip_without_memory(struct bench_ctx *ctx)
{
	return bench_skip(ctx, "memory", "no memory of node %lu for the buffer",
			  ctx->point[AXIS_NODE]);
}

/* ---- Latency ---- */

struct node_latency {
	struct chase chase;             /* first: chase_run continues from it */
	uint32_t cpu;                   /* first CPU of the node */
	uint64_t elapsed_ticks;
};

static int node_latency_setup(struct bench_ctx *ctx)
{
	struct node_latency *latency = ctx->state;
	uint64_t size_bytes;
	struct line *lines;

	node_axis_choose(ctx->point[AXIS_NODE]);
	node_axis_cpus(ctx->point[AXIS_CPU_NODE], &latency->cpu, 1);
	lines = buffer_limit_map(ctx, &size_bytes);
	if (lines == NULL)
		return skip_without_memory(ctx);
	latency->chase = (struct chase){
		.at = lines, .buffer = lines, .share_bytes = LINE_BYTES,
		.count = (uint32_t)(size_bytes / LINE_BYTES), .is_random = true,
	};
	cycle_link_random(lines, latency->chase.count, &ctx->rng);
	ctx->operations = LOADS;
	return 0;
}

static void follow(void *argument, unsigned member)
{
	struct bench_ctx *ctx = argument;
	struct node_latency *latency = ctx->state;
	uint64_t begin_tsc = clock_read();

	(void)member;
	chase_run(ctx, LOADS);
	latency->elapsed_ticks = clock_read() - begin_tsc;
}

static int node_latency_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	struct node_latency *latency = ctx->state;
	const struct cpu_team one = {
		.cpus = &latency->cpu, .count = 1, .work = follow, .argument = ctx,
	};
	int status = cpu_team_run(ctx, &one, NULL);

	values[0] = latency->elapsed_ticks;
	return status;
}

static int node_latency_verify(struct bench_ctx *ctx)
{
	struct node_latency *latency = ctx->state;

	cpu_team_verify(ctx, &latency->cpu, 1);
	if (platform_cpu_node(latency->cpu) != ctx->point[AXIS_CPU_NODE])
		validity_check_failed(ctx, "node", "CPU %u is not in node %lu", latency->cpu,
				      ctx->point[AXIS_CPU_NODE]);
	return chase_verify(ctx);
}

const struct benchmark bench_mem_node_latency = {
	.name = "mem.node_latency",
	.summary = "one load of a random pointer chase, from the CPUs of a memory node to the "
		   "memory of a node",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.point_ms = 500,
	.axes = axes,
	.state_bytes = sizeof(struct node_latency),
	.setup = node_latency_setup,
	.sample = node_latency_sample,
	.verify = node_latency_verify,
	.verified = "pages at intervals of 2 MiB are in the node by their physical address, a CPU "
		    "of the other node made the loads, and the chase visits each line once",
};

/* ---- Bandwidth ---- */

struct node_bandwidth {
	struct stripe *stripes;         /* one per CPU */
	uint32_t *cpus;
	unsigned count;
	bandwidth_loop *loop;
	uint64_t lines;                 /* lines for each CPU in a sample */
};

static bandwidth_loop *widest_loop(void)
{
	static const uint32_t needs[] = {
#define X(name, capability) capability,
		ARCH_VECTOR_WIDTHS(X)
#undef X
	};
	static bandwidth_loop *const loops[] = {ARCH_VECTOR_LOOPS(bandwidth_read)};
	size_t width = sizeof(loops) / sizeof(loops[0]) - 1;

	while (width > 0 && (needs[width] & ~platform_capabilities()) != 0)
		width--;
	return loops[width];
}

static void node_read(void *argument, unsigned member)
{
	const struct node_bandwidth *bandwidth = argument;

	bandwidth->loop(&bandwidth->stripes[member], bandwidth->lines);
}

static struct cpu_team readers(struct node_bandwidth *bandwidth)
{
	return (struct cpu_team){
		.cpus = bandwidth->cpus,
		.count = bandwidth->count,
		.work = node_read,
		.argument = bandwidth,
	};
}

static int node_bandwidth_setup(struct bench_ctx *ctx)
{
	struct node_bandwidth *bandwidth = ctx->state;
	uint64_t size_bytes;
	struct cpu_team team;
	char *buffer;
	int status;

	bandwidth->cpus = platform_map(CPU_TEAM_MAX * sizeof(uint32_t), PAGE_SIZE_4K);
	bandwidth->stripes = platform_map(CPU_TEAM_MAX * sizeof(struct stripe), PAGE_SIZE_4K);
	node_axis_choose(ctx->point[AXIS_NODE]);
	buffer = buffer_limit_map(ctx, &size_bytes);
	if (bandwidth->cpus == NULL || bandwidth->stripes == NULL || buffer == NULL)
		return skip_without_memory(ctx);
	bandwidth->count = node_axis_cpus(ctx->point[AXIS_CPU_NODE], bandwidth->cpus, CPU_TEAM_MAX);
	size_bytes = size_bytes / bandwidth->count / STRING_BYTES * STRING_BYTES;
	for (unsigned member = 0; member < bandwidth->count; member++) {
		char *begin = buffer + member * size_bytes;

		bandwidth->stripes[member] = (struct stripe){
			.at = begin, .begin = begin, .end = begin + size_bytes,
		};
	}
	bandwidth->loop = widest_loop();
	bandwidth->lines = LINES_MIN;
	team = readers(bandwidth);
	status = cpu_team_calibrate(ctx, &team, &bandwidth->lines);
	ctx->operations = bandwidth->count * bandwidth->lines;
	ctx->bytes = LINE_BYTES;
	return status;
}

static int node_bandwidth_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct cpu_team team = readers(ctx->state);

	return cpu_team_run(ctx, &team, &values[0]);
}

/* Each CPU must return from the last bytes of its buffer to the first. */
static int node_bandwidth_verify(struct bench_ctx *ctx)
{
	struct node_bandwidth *bandwidth = ctx->state;
	uint64_t values[BENCH_STAGES_MAX];
	int status;

	validity_check_operations(ctx, bandwidth->count * bandwidth->lines);
	for (unsigned member = 0; member < bandwidth->count; member++)
		bandwidth->stripes[member].at = bandwidth->stripes[member].end - STRING_BYTES;
	bandwidth->lines = LINES_MIN;
	status = node_bandwidth_sample(ctx, values);
	cpu_team_verify(ctx, bandwidth->cpus, bandwidth->count);
	for (unsigned member = 0; status == 0 && member < bandwidth->count; member++) {
		if (bandwidth->stripes[member].at != bandwidth->stripes[member].begin)
			validity_check_failed(ctx, "buffer",
					      "CPU %u does not reach the end of its buffer",
					      bandwidth->cpus[member]);
		if (platform_cpu_node(bandwidth->cpus[member]) != ctx->point[AXIS_CPU_NODE])
			validity_check_failed(ctx, "node", "CPU %u is not in node %lu",
					      bandwidth->cpus[member], ctx->point[AXIS_CPU_NODE]);
	}
	return status;
}

const struct benchmark bench_mem_node_bandwidth = {
	.name = "mem.node_bandwidth",
	.summary = "one line of 64 bytes loaded, by all CPUs of a memory node from the memory of a "
		   "node",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL,
	.point_ms = 500,
	.axes = axes,
	.state_bytes = sizeof(struct node_bandwidth),
	.setup = node_bandwidth_setup,
	.sample = node_bandwidth_sample,
	.verify = node_bandwidth_verify,
	.verified = "pages at intervals of 2 MiB are in the node by their physical address, and "
		    "each CPU of the other node reaches the end of its buffer",
};
