/* SPDX-License-Identifier: MIT */
/* Memory nodes by Linux's /sys/devices/system/node (Documentation/ABI/stable/sysfs-devices-node)
 * and its system calls mbind(2) and move_pages(2). A node has the number that Linux gave it. */
#include "linux/nodes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/files.h"
#include "linux/schedule.h"

#define DIRECTORY "/sys/devices/system/node/"

/* Linux, include/uapi/linux/mempolicy.h. */
#define MPOL_BIND 2

static struct {
	uint32_t count;                 /* 0 before nodes_init: as 1 */
	char memory[NODES_LIST_CHARS];  /* the nodes with memory */
	char cpus[NODES_MAX][NODES_LIST_CHARS];
	uint32_t chosen;
} nodes;

bool nodes_list_has(const char *list, unsigned long number)
{
	char *end;

	for (const char *at = list; *at >= '0' && *at <= '9'; at = *end == ',' ? end + 1 : end) {
		unsigned long first = strtoul(at, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		if (first <= number && number <= last)
			return true;
	}
	return false;
}

/* The greatest number of a list; 0 if it is empty. */
static unsigned long last_of(const char *list)
{
	const char *at = strrchr(list, ',');

	at = at != NULL ? at + 1 : list;
	if (strchr(at, '-') != NULL)
		at = strchr(at, '-') + 1;
	return strtoul(at, NULL, 10);
}

static bool read_node(uint32_t node, const char *name, char *text, size_t size)
{
	char path[128];

	snprintf(path, sizeof(path), DIRECTORY "node%u/%s", node, name);
	return files_line(path, text, size);
}

void nodes_init(void)
{
	char online[NODES_LIST_CHARS];

	nodes.count = 1;
	if (!files_line(DIRECTORY "online", online, sizeof(online)) || last_of(online) == 0 ||
	    last_of(online) >= NODES_MAX ||
	    !files_line(DIRECTORY "has_memory", nodes.memory, sizeof(nodes.memory)))
		return;
	nodes.count = (uint32_t)last_of(online) + 1;
	for (uint32_t node = 0; node < nodes.count; node++) {
		if (!read_node(node, "cpulist", nodes.cpus[node], sizeof(nodes.cpus[node])))
			nodes.cpus[node][0] = '\0';
	}
	platform_choose_node(NODE_NONE);
}

uint32_t platform_node_count(void)
{
	return nodes.count > 1 ? nodes.count : 1;
}

uint32_t platform_cpu_node(uint32_t cpu)
{
	for (uint32_t node = 0; nodes.count > 1 && node < nodes.count; node++) {
		if (nodes_list_has(nodes.cpus[node], (unsigned long)schedule_number(cpu)))
			return node;
	}
	return 0;
}

bool platform_node_has_memory(uint32_t node)
{
	return nodes.count < 2 || nodes_list_has(nodes.memory, node);
}

/* Distance to a node, from a file with one number per online node. UINT64_MAX if Linux states
 * none. */
static uint64_t node_distance(uint32_t from, uint32_t to)
{
	char text[NODES_LIST_CHARS], online[NODES_LIST_CHARS];
	char *at = text, *end;

	if (!read_node(from, "distance", text, sizeof(text)) ||
	    !files_line(DIRECTORY "online", online, sizeof(online)))
		return UINT64_MAX;
	for (uint32_t node = 0; node <= to; node++) {
		uint64_t distance;

		if (!nodes_list_has(online, node))
			continue;
		distance = strtoul(at, &end, 10);
		if (end == at)
			return UINT64_MAX;
		if (node == to)
			return distance;
		at = end;
	}
	return UINT64_MAX;
}

uint32_t platform_nearest_memory(uint32_t node)
{
	uint32_t nearest = node;
	uint64_t shortest = UINT64_MAX;

	for (uint32_t other = 0; !platform_node_has_memory(node) && other < nodes.count; other++) {
		if (platform_node_has_memory(other) &&
		    (nearest == node || node_distance(node, other) < shortest)) {
			nearest = other;
			shortest = node_distance(node, other);
		}
	}
	return nearest;
}

void platform_choose_node(uint32_t node)
{
	if (nodes.count > 1)
		nodes.chosen = node != NODE_NONE
				? node : platform_nearest_memory(platform_cpu_node(platform_cpu()));
}

uint32_t platform_chosen_node(void)
{
	return nodes.chosen;
}

uint32_t platform_address_node(const void *address)
{
	void *page = (void *)((uintptr_t)address & ~(uintptr_t)4095);
	int node = -1;

	if (nodes.count < 2)
		return 0;
	if (syscall(SYS_move_pages, 0, 1ul, &page, NULL, &node, 0) != 0 || node < 0)
		return NODE_NONE;
	return (uint32_t)node;
}

bool nodes_bind(void *address, size_t size_bytes)
{
	uint64_t mask = 1ull << nodes.chosen;

	/* Linux uses one bit less than the given number. */
	return nodes.count < 2 || syscall(SYS_mbind, address, size_bytes, MPOL_BIND, &mask,
					  NODES_MAX + 1ul, 0) == 0;
}

static uint64_t memory_bytes(uint32_t node, const char *field)
{
	char path[128], name[64];
	uint64_t kilobytes;

	snprintf(path, sizeof(path), DIRECTORY "node%u/meminfo", node);
	snprintf(name, sizeof(name), "Node %u %s", node, field);
	return files_field(path, name, &kilobytes) ? kilobytes << 10 : 0;
}

uint64_t nodes_free_bytes(void)
{
	return nodes.count < 2 ? UINT64_MAX : memory_bytes(nodes.chosen, "MemFree");
}

uint64_t nodes_pool_bytes(uint64_t page_bytes)
{
	char path[160];
	uint64_t pages;

	if (nodes.count < 2)
		return UINT64_MAX;
	snprintf(path, sizeof(path), DIRECTORY "node%u/hugepages/hugepages-%llukB/free_hugepages",
		 nodes.chosen, (unsigned long long)(page_bytes >> 10));
	return files_number(path, &pages) ? pages * page_bytes : 0;
}

void nodes_describe(struct wire_writer *writer)
{
	for (uint32_t node = 0; nodes.count > 1 && node < nodes.count; node++) {
		uint64_t cpus = 0;

		for (uint32_t cpu = 0; cpu < schedule_cpu_count(); cpu++)
			cpus += platform_cpu_node(cpu) == node;
		wire_write(writer, WIRE_node, &(struct wire_node){
			.node = node,
			.cpus = cpus,
			.memory_bytes = memory_bytes(node, "MemTotal"),
			.nearest = platform_nearest_memory(node),
			.domain = node,
		});
	}
	for (uint32_t from = 0; nodes.count > 1 && from < nodes.count; from++) {
		for (uint32_t to = 0; to < nodes.count; to++) {
			uint64_t distance = node_distance(from, to);

			if (distance != UINT64_MAX)
				wire_write(writer, WIRE_node_path, &(struct wire_node_path){
					.from = from, .to = to, .distance = distance,
				});
		}
	}
}
