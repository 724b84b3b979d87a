/* SPDX-License-Identifier: MIT */
/* The axes of memory nodes. */
#include "bench/mem/node_axis.h"

#include "bench/platform.h"

size_t node_axis_remote(uint64_t cpu_node, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	if (cpu_node == BENCH_AXIS_DEFAULT) {
		values[0] = BENCH_AXIS_DEFAULT;
		return 1;
	}
	for (uint32_t node = 0; node < platform_node_count(); node++) {
		if (platform_node_has_memory(node) &&
		    node != platform_nearest_memory((uint32_t)cpu_node))
			values[count++] = node;
	}
	return count;
}

size_t node_axis_own(const struct bench_ctx *ctx, bool remote,
		     uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t own = platform_cpu_node(platform_cpu());
	uint64_t others[BENCH_AXIS_VALUES_MAX];

	values[0] = BENCH_AXIS_DEFAULT;
	values[1] = own;
	return remote && ctx->suite == SUITE_FULL && node_axis_remote(own, others) > 0 ? 2 : 1;
}

void node_axis_choose(uint64_t node)
{
	platform_choose_node(node == BENCH_AXIS_DEFAULT ? NODE_NONE : (uint32_t)node);
}

unsigned node_axis_cpus(uint64_t node, uint32_t *cpus, unsigned limit)
{
	unsigned count = 0;

	for (uint32_t cpu = 0; cpu < platform_cpu_count() && count < limit; cpu++) {
		if (platform_cpu_node(cpu) == node)
			cpus[count++] = cpu;
	}
	return count;
}

size_t node_axis_with_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	uint32_t cpu;
	size_t count = 0;

	if (platform_node_count() < 2) {
		bench_skip(ctx, "nodes", "the machine has one memory node");
		return 0;
	}
	for (uint32_t node = 0; node < platform_node_count(); node++) {
		if (node_axis_cpus(node, &cpu, 1) > 0)
			values[count++] = node;
	}
	return count;
}

size_t node_axis_with_memory(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	(void)ctx;
	for (uint32_t node = 0; node < platform_node_count(); node++) {
		if (platform_node_has_memory(node))
			values[count++] = node;
	}
	return count;
}
