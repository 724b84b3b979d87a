/* SPDX-License-Identifier: MIT */
/* Memory nodes. Memory that the SRAT leaves out is in no node, so it is not used for buffers. */
#include "kernel/nodes.h"

#include <stdbool.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/smp.h"

_Static_assert(ACPI_NODES_MAX <= NODES_MAX, "the contract's limit covers all nodes");

#define REMOTE_DISTANCE 20              /* distance of other nodes without a SLIT */
#define MIB (1ul << 20)

static const struct memory_range everywhere = {0, UINT64_MAX};

static struct {
	const struct acpi_nodes *tables;        /* NULL: one node */
	struct memory_range ranges[ACPI_NODE_RANGES_MAX];       /* by node, then by address */
	struct memory_ranges of[ACPI_NODES_MAX];
	uint64_t free_bytes[ACPI_NODES_MAX];    /* at start */
	uint32_t chosen;
} nodes;

/* ---- Ranges ---- */

/* Insert a range by address among the ranges of its node, which are those from first to count. */
static void nodes_add_range(uint32_t first, uint32_t count, const struct acpi_node_range *range)
{
	uint32_t i = count;

	for (; i > first && nodes.ranges[i - 1].base_phys > range->base_phys; i--)
		nodes.ranges[i] = nodes.ranges[i - 1];
	nodes.ranges[i] = (struct memory_range){range->base_phys,
						range->base_phys + range->size_bytes};
}

static void sort_ranges(void)
{
	uint32_t count = 0;

	for (uint32_t node = 0; node < nodes.tables->count; node++) {
		uint32_t first = count;

		for (uint32_t i = 0; i < nodes.tables->range_count; i++) {
			if (nodes.tables->ranges[i].node == node)
				nodes_add_range(first, count++, &nodes.tables->ranges[i]);
		}
		nodes.of[node] = (struct memory_ranges){count - first, &nodes.ranges[first]};
	}
}

/* Number of bytes of a range that are in the node. */
static uint64_t bytes_in(struct memory_ranges node, uint64_t base_phys, uint64_t end_phys)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < node.count; i++) {
		const struct memory_range *range = &node.ranges[i];
		uint64_t base = range->base_phys > base_phys ? range->base_phys : base_phys;
		uint64_t end = range->end_phys < end_phys ? range->end_phys : end_phys;

		bytes += base < end ? end - base : 0;
	}
	return bytes;
}

/* Count the free bytes of each node. Returns the number of free bytes that are in no node. */
static uint64_t count_free_bytes(void)
{
	uint64_t without_node = 0;

	for (uint32_t i = 0; i < memory_free()->count; i++) {
		const struct memory_range *range = &memory_free()->ranges[i];

		without_node += range->end_phys - range->base_phys;
		for (uint32_t node = 0; node < nodes.tables->count; node++) {
			uint64_t bytes = bytes_in(nodes.of[node], range->base_phys,
						  range->end_phys);

			nodes.free_bytes[node] += bytes;
			without_node -= bytes;
		}
	}
	return without_node;
}

/* ---- CPUs ---- */

/* The node of a CPU. If the SRAT leaves the CPU out, it is the first node. */
static uint32_t node_of_apic_id(uint32_t apic_id)
{
	for (uint32_t i = 0; nodes.tables != NULL && i < nodes.tables->cpu_count; i++) {
		if (nodes.tables->cpus[i].apic_id == apic_id)
			return nodes.tables->cpus[i].node;
	}
	return 0;
}

/* Distance to another node. */
static uint32_t distance(uint32_t from, uint32_t to)
{
	uint32_t stated = nodes.tables->paths[from][to].distance;

	return stated != 0 ? stated : REMOTE_DISTANCE;
}

uint32_t platform_nearest_memory(uint32_t node)
{
	uint32_t nearest = node;

	if (platform_node_has_memory(node))
		return node;
	for (uint32_t other = 0; other < nodes.tables->count; other++) {
		if (platform_node_has_memory(other) &&
		    (nearest == node || distance(node, other) < distance(node, nearest)))
			nearest = other;
	}
	return nearest;
}

/* ---- Start ---- */

void nodes_init(void)
{
	const struct acpi_nodes *tables = acpi_nodes();
	uint64_t without_node;

	if (tables == NULL || tables->count < 2)
		return;
	nodes.tables = tables;
	sort_ranges();
	without_node = count_free_bytes();
	if (without_node >= MIB)
		warning("memory", "%lu MiB are in no node of the SRAT; not used for buffers",
			without_node / MIB);
	nodes.chosen = platform_nearest_memory(platform_cpu_node(0));
	if (!platform_node_has_memory(nodes.chosen)) {
		warning("memory", "no node of the SRAT has memory; nodes are not used");
		nodes.tables = NULL;
		nodes.chosen = 0;
		return;
	}
	memory_prefer(nodes.of[nodes.chosen]);
}

void nodes_prefer_own(void)
{
	platform_choose_node(NODE_NONE);
	if (nodes.tables != NULL)
		memory_prefer(nodes.of[nodes.chosen]);
}

struct memory_ranges nodes_chosen_ranges(void)
{
	if (nodes.tables == NULL)
		return (struct memory_ranges){1, &everywhere};
	return nodes.of[nodes.chosen];
}

uint32_t nodes_of_range(uint64_t phys, uint64_t size_bytes)
{
	for (uint32_t node = 0; node < platform_node_count(); node++) {
		if (nodes.tables == NULL ||
		    bytes_in(nodes.of[node], phys, phys + size_bytes) == size_bytes)
			return node;
	}
	return NODE_NONE;
}

/* ---- The contract ---- */

uint32_t platform_node_count(void)
{
	return nodes.tables != NULL ? nodes.tables->count : 1;
}

uint32_t platform_cpu_node(uint32_t cpu)
{
	return node_of_apic_id(smp_hardware_id(cpu));
}

bool platform_node_has_memory(uint32_t node)
{
	return nodes.tables == NULL || nodes.free_bytes[node] > 0;
}

void platform_choose_node(uint32_t node)
{
	nodes.chosen = node != NODE_NONE ? node
				: platform_nearest_memory(platform_cpu_node(platform_cpu()));
}

uint32_t platform_chosen_node(void)
{
	return nodes.chosen;
}

/* ---- Records ---- */

static uint64_t usable_bytes(uint32_t node, const struct boot_info *boot)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < boot->memory_count; i++) {
		const struct boot_memory *entry = &boot->memory[i];

		if (entry->type == BOOT_MEMORY_USABLE)
			bytes += bytes_in(nodes.of[node], entry->base_phys,
					  entry->base_phys + entry->size_bytes);
	}
	return bytes;
}

static uint64_t cpus_in(uint32_t node)
{
	uint64_t count = 0;

	for (uint32_t cpu = 0; cpu < smp_online(); cpu++)
		count += platform_cpu_node(cpu) == node;
	return count;
}

static void describe_paths(struct wire_writer *writer, uint32_t from)
{
	for (uint32_t to = 0; to < nodes.tables->count; to++) {
		const struct acpi_node_path *path = &nodes.tables->paths[from][to];

		if (path->distance != 0 || path->latency_ps != 0 || path->bandwidth_mb_s != 0)
			wire_write(writer, WIRE_node_path, &(struct wire_node_path){
				.from = from,
				.to = to,
				.distance = path->distance,
				.latency_ps = path->latency_ps,
				.bandwidth_mb_s = path->bandwidth_mb_s,
			});
	}
}

void nodes_describe(struct wire_writer *writer, const struct boot_info *boot)
{
	for (uint32_t node = 0; nodes.tables != NULL && node < nodes.tables->count; node++)
		wire_write(writer, WIRE_node, &(struct wire_node){
			.node = node,
			.cpus = cpus_in(node),
			.memory_bytes = usable_bytes(node, boot),
			.nearest = platform_nearest_memory(node),
			.domain = nodes.tables->domains[node],
		});
	for (uint32_t node = 0; nodes.tables != NULL && node < nodes.tables->count; node++)
		describe_paths(writer, node);
}
