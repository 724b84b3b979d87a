/* SPDX-License-Identifier: MIT */
#include "bench/flow/nodes.h"

#include "bench/engine/options.h"
#include "bench/platform.h"
#include "lib/text/string.h"

#define NODES_LEAST 2

static const char *const nodes_recorder_labels[] = {
	[FLOW_RECORDING_OFF] = "off", [FLOW_RECORDING_ON] = "on",
};

/* Sums that nodes make on-line are each of one node's, and would be of nothing whole. */
static size_t nodes_recorders(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = FLOW_RECORDING_OFF;
	values[1] = FLOW_RECORDING_ON;
	return 2;
}

static size_t nodes_counts(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = ctx->options->flow_nodes != 0 ? ctx->options->flow_nodes : NODES_LEAST;
	return 1;
}

static size_t nodes_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t cpus = platform_cpu_count();

	(void)ctx;
	values[0] = cpus < FLOW_CPUS_MAX ? cpus : FLOW_CPUS_MAX;
	return 1;
}

const struct axis nodes_axes[] = {
	[NODES_AXIS_RECORDER] = {"recorder", nodes_recorder_labels, nodes_recorders},
	[NODES_AXIS_NODES] = {"nodes", NULL, nodes_counts},
	[NODES_AXIS_CPUS] = {"cpus", NULL, nodes_cpus},
	{0},
};

/* NULL if the workload has none for so many nodes. */
static const struct nodes_scripts *scripts_for(const struct bench_ctx *ctx, uint32_t nodes)
{
	const struct nodes_scripts *scripts = ctx->bench->variant;

	for (uint32_t i = NODES_LEAST; i < nodes && scripts->first != NULL; i++)
		scripts++;
	return scripts->first != NULL ? scripts : NULL;
}

int nodes_set_up(struct bench_ctx *ctx)
{
	uint32_t nodes = (uint32_t)ctx->point[NODES_AXIS_NODES];
	const struct nodes_scripts *scripts = scripts_for(ctx, nodes);
	struct flow_run run = {
		.further_nodes = nodes - 1,
		.planted = {
			.offset_ns = ctx->options->flow_offset_ns,
			.drift_ppb = ctx->options->flow_drift_ppm * (int64_t)1000,
		},
		.recording = (enum flow_recording)ctx->point[NODES_AXIS_RECORDER],
		.cpus = (uint32_t)ctx->point[NODES_AXIS_CPUS], .ring_events = WORKLOAD_RING_EVENTS,
	};

	if (scripts == NULL)
		return bench_skip(ctx, "nodes", "it has nothing to do for so many nodes");
	if (run.cpus < nodes)
		return bench_skip(ctx, "smp", "each node needs a CPU of its own");
	run.script = scripts->first;
	memcpy(run.further, scripts->further, sizeof(run.further));
	return workload_open(ctx, &run);
}
