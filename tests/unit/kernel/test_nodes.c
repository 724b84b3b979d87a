/* SPDX-License-Identifier: MIT */
/* Which memory a buffer gets on a machine with memory nodes: that of its CPU's node, or of the
 * nearest node with memory. */
#include "tests/unit/unit.h"

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/smp.h"
#include "kernel/mm/memory.h"
#include "kernel/nodes.h"

#define GIB (1ull << 30)
#define NODES 4
#define EMPTY 2                         /* has a CPU and no memory */
#define APIC_ID 8                       /* of CPU 0 */

static struct acpi_nodes tables;
static struct memory_map map;
static struct memory_ranges preferred;
static uint32_t measuring_cpu;

const struct acpi_nodes *acpi_nodes(void)
{
	return &tables;
}

uint32_t smp_hardware_id(uint32_t cpu)
{
	return APIC_ID + cpu;
}

unsigned smp_online(void)
{
	return NODES;
}

uint32_t platform_cpu(void)
{
	return measuring_cpu;
}

const struct memory_map *memory_free(void)
{
	return &map;
}

void memory_prefer(struct memory_ranges ranges)
{
	preferred = ranges;
}

void warning(const char *subject, const char *format, ...)
{
	(void)subject;
	(void)format;
	fail();
}

/* A CPU in each node, and a GiB of memory in each but one, in descending order of addresses. */
static int make_machine(void **state)
{
	(void)state;
	memset(&tables, 0, sizeof(tables));
	memset(&map, 0, sizeof(map));
	tables.count = tables.cpu_count = NODES;
	for (uint32_t node = 0; node < NODES; node++) {
		tables.cpus[node].apic_id = APIC_ID + node;
		tables.cpus[node].node = node;
		if (node != EMPTY)
			tables.ranges[tables.range_count++] = (struct acpi_node_range){
				.base_phys = (NODES - node) * GIB, .size_bytes = GIB, .node = node};
	}
	map.ranges[map.count++] = (struct memory_range){GIB, 2 * GIB};
	map.ranges[map.count++] = (struct memory_range){3 * GIB, (NODES + 1) * GIB};
	measuring_cpu = 0;
	nodes_init();
	return 0;
}

/* Distances from the node without memory. */
static void set_distances(uint32_t to_0, uint32_t to_1, uint32_t to_3)
{
	tables.paths[EMPTY][0].distance = to_0;
	tables.paths[EMPTY][1].distance = to_1;
	tables.paths[EMPTY][3].distance = to_3;
}

TEST_WITH(node_with_memory_is_its_own_nearest, make_machine, NULL)
{
	for (uint32_t node = 0; node < NODES; node++) {
		assert_int_equal(platform_cpu_node(node), node);
		assert_int_equal(platform_node_has_memory(node), node != EMPTY);
		if (node != EMPTY)
			assert_int_equal(platform_nearest_memory(node), node);
	}
	assert_int_equal(preferred.count, 1);
	assert_int_equal(preferred.ranges[0].base_phys, NODES * GIB);
}

TEST_WITH(node_without_memory_has_that_of_the_least_distance, make_machine, NULL)
{
	set_distances(31, 17, 25);
	assert_int_equal(platform_nearest_memory(EMPTY), 1);
	set_distances(31, 27, 12);
	assert_int_equal(platform_nearest_memory(EMPTY), 3);
	set_distances(11, 27, 12);
	assert_int_equal(platform_nearest_memory(EMPTY), 0);
	/* A distance that the tables leave out is 20. */
	set_distances(31, 0, 25);
	assert_int_equal(platform_nearest_memory(EMPTY), 1);
}

TEST_WITH(buffer_is_in_the_chosen_node_or_near_its_cpu, make_machine, NULL)
{
	set_distances(31, 27, 12);
	measuring_cpu = EMPTY;
	platform_choose_node(NODE_NONE);
	assert_int_equal(platform_chosen_node(), 3);
	assert_int_equal(nodes_chosen_ranges().ranges[0].base_phys, GIB);
	platform_choose_node(1);
	assert_int_equal(nodes_chosen_ranges().ranges[0].base_phys, 3 * GIB);
	assert_int_equal(nodes_of_range(3 * GIB, GIB), 1);
	assert_int_equal(nodes_of_range(4 * GIB - 4096, 8192), NODE_NONE);
}
