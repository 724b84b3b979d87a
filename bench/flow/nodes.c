/* SPDX-License-Identifier: MIT */
#include "bench/flow/nodes.h"

#include "bench/engine/options.h"
#include "bench/engine/sweep.h"
#include "bench/flow/real.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/wire/crc.h"

/* time limit of a point; waiting for other machines may exceed the suite's limit, and each wait has
 * its own limit */
#define APART_LIMIT_MS 900000

static const char *const nodes_recorder_labels[] = {
	[FLOW_RECORDING_OFF] = "off", [FLOW_RECORDING_ON] = "on",
};

/* Recorders for the nodes. A node's on-line sums cover only the node's own part, so they mean
 * nothing for the whole workload. */
static size_t nodes_recorders(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = FLOW_RECORDING_OFF;
	values[1] = FLOW_RECORDING_ON;
	return 2;
}

static size_t nodes_counts(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	const struct nodes_scripts *scripts = ctx->bench->variant;

	values[0] = ctx->options->flow_nodes != 0 ? ctx->options->flow_nodes : scripts->nodes;
	return 1;
}

static size_t nodes_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint64_t cpus = platform_cpu_count();

	if (ctx->options->flow_link != FLOW_BY_MEMORY)
		nodes_counts(ctx, values);      /* one per machine */
	else
		values[0] = cpus < FLOW_CPUS_MAX ? cpus : FLOW_CPUS_MAX;
	return 1;
}

#define AXES_OF_ALL \
	[NODES_AXIS_RECORDER] = {"recorder", nodes_recorder_labels, nodes_recorders}, \
	[NODES_AXIS_NODES] = {"nodes", NULL, nodes_counts}, \
	[NODES_AXIS_CPUS] = {"cpus", NULL, nodes_cpus}

const struct axis nodes_axes[] = {AXES_OF_ALL, {0}};
const struct axis nodes_disk_axes[] = {AXES_OF_ALL, REAL_AXIS_DISK, {0}};

/* The scripts for the point's number of nodes. NULL if the workload has none for this number. */
static const struct nodes_scripts *scripts_for(const struct bench_ctx *ctx, uint32_t nodes)
{
	const struct nodes_scripts *scripts = ctx->bench->variant;

	while (scripts->nodes != 0 && scripts->nodes != nodes)
		scripts++;
	return scripts->nodes != 0 ? scripts : NULL;
}

/* ---- Nodes that are machines ---- */

/* A key for the point, because all machines must be at the same point. */
static uint32_t key_of(const struct bench_ctx *ctx)
{
	char point[SWEEP_POINT_CHARS];

	sweep_describe(ctx, BENCH_AXES_MAX, point);
	return crc32c(crc32c(0, ctx->bench->name, strlen(ctx->bench->name)), point, strlen(point));
}

/* Result of a point after an error. It is a skip if there is no link, or if another machine does
 * not answer in time or measures another point. Any other failure is an error. */
static int nodes_end(struct bench_ctx *ctx, int status)
{
	if (status == -ENODEV)
		return bench_skip(ctx, "link", "%s", platform_flow_problem());
	if (status == -ETIMEDOUT || status == -EBUSY)
		return bench_skip(ctx, "nodes", "%s", platform_flow_problem());
	return status;
}

/* Serve the first node, which alone has users and response times. */
static int serve(struct bench_ctx *ctx)
{
	int status = platform_flow_serve();

	workload_tear_down(ctx);
	if (status != 0)
		return nodes_end(ctx, status);
	return bench_skip(ctx, "response", "this machine is node %u, a server; node 0 has the "
					   "response times", ctx->options->flow_node);
}

/* A route between nodes that no serial line connects, with its node. NULL if there is none. */
static const struct flow_route *route_without_line(const struct flow_run *run, uint32_t *from)
{
	for (*from = 1; *from < flow_run_nodes(run); (*from)++) {
		const struct flow_script *script = flow_run_script(run, *from);

		for (uint32_t i = 0; i < script->route_count; i++) {
			if (script->routes[i].node != 0)
				return &script->routes[i];
		}
	}
	return NULL;
}

static int open_apart(struct bench_ctx *ctx, struct flow_run *run)
{
	const struct options *options = ctx->options;
	uint32_t from;
	const struct flow_route *route = route_without_line(run, &from);
	int status;

	if (platform_time_base() == TIME_INSTRUCTIONS)
		return bench_skip(ctx, "time", "with instruction counting, time stops while this "
					       "machine waits for another");
	if (options->flow_node >= flow_run_nodes(run))
		return bench_skip(ctx, "nodes", "this machine is node %u of %u", options->flow_node,
				  flow_run_nodes(run));
	if (options->flow_link == FLOW_BY_SERIAL && route != NULL)
		return bench_skip(ctx, "link", "no serial line from node %u to node %u",
				  from, route->node);
	run->carrier = options->flow_link;
	run->self = options->flow_node;
	run->key = key_of(ctx);
	run->cpus = 1;
	platform_guard_extend(APART_LIMIT_MS);
	status = workload_open(ctx, run);
	if (status != 0 || run->self == 0)
		return nodes_end(ctx, status);
	return serve(ctx);
}

int nodes_set_up(struct bench_ctx *ctx)
{
	uint32_t nodes = (uint32_t)ctx->point[NODES_AXIS_NODES];
	const struct nodes_scripts *scripts = scripts_for(ctx, nodes);
	struct flow_run run = {
		.further_nodes = nodes - 1,
		.skew = {
			.offset_ns = ctx->options->flow_offset_ns,
			.drift_ppb = ctx->options->flow_drift_ppm * (int64_t)1000,
		},
		.recording = (enum flow_recording)ctx->point[NODES_AXIS_RECORDER],
		.cpus = (uint32_t)ctx->point[NODES_AXIS_CPUS], .ring_events = WORKLOAD_RING_EVENTS,
	};

	if (scripts == NULL)
		return bench_skip(ctx, "nodes", "not all of this number of nodes have work");
	run.script = scripts->first;
	memcpy(run.further, scripts->further, sizeof(run.further));
	if (ctx->options->flow_link != FLOW_BY_MEMORY)
		return open_apart(ctx, &run);
	if (run.cpus < nodes)
		return bench_skip(ctx, "smp", "each node needs its own CPU");
	return workload_open(ctx, &run);
}
