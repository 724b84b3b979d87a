/* SPDX-License-Identifier: MIT */
/* The node of a CPU has the properties of its own caches, and refers to the cache of the next
 * level, which has a node. Devicetree Specification 0.4, "Internal (L1) Cache Properties",
 * "Multi-level and Shared Cache Nodes". */
#include "kernel/one_entry/dev/tree_caches.h"

#include <stddef.h>

#include "lib/text/string.h"

/* The names of a cache's properties. */
static const struct cache_names {
	const char *type, *size, *sets, *line, *block;
} names[] = {
	{"data", "d-cache-size", "d-cache-sets", "d-cache-line-size", "d-cache-block-size"},
	{"instruction", "i-cache-size", "i-cache-sets", "i-cache-line-size", "i-cache-block-size"},
	{"unified", "cache-size", "cache-sets", "cache-line-size", "cache-block-size"},
};

#define KINDS (sizeof(names) / sizeof(names[0]))

static uint32_t cell(const struct device_node *node, const char *name)
{
	uint32_t value = 0;

	device_node_cell(node, name, 0, &value);
	return value;
}

/* Add the caches whose properties a node has. A node without a size has no such cache. */
static bool add_caches(const struct device_node *node, uint32_t level, uint32_t sharing,
		       struct cache_list *list)
{
	for (size_t i = 0; i < KINDS; i++) {
		uint32_t line = cell(node, names[i].line);

		if (cell(node, names[i].size) == 0)
			continue;
		if (!cache_list_add(list, (struct cpu_cache){
				.level = level,
				.type = names[i].type,
				.size_bytes = cell(node, names[i].size),
				.line_bytes = line != 0 ? line : cell(node, names[i].block),
				.sharing = sharing,
			}, cell(node, names[i].sets)))
			return false;
	}
	return true;
}

static bool is_cpu(const struct device_node *node)
{
	const char *type = device_node_text(node, "device_type");

	return type != NULL && strcmp(type, "cpu") == 0 && device_node_is_enabled(node);
}

/* Threads of a core are further numbers in `reg`. */
static uint32_t count_threads(const struct device_node *cpu)
{
	uint64_t id, none;
	uint32_t count = 0;

	while (device_node_range(cpu, count, &id, &none))
		count++;
	return count;
}

static bool find_cpu(const struct device_tree *tree, uint64_t cpu, struct device_node *node)
{
	struct device_walk walk = {.tree = tree};
	uint64_t id, none;

	while (device_walk_next(&walk, node)) {
		for (unsigned i = 0; is_cpu(node) && device_node_range(node, i, &id, &none); i++) {
			if (id == cpu)
				return true;
		}
	}
	return false;
}

static bool find_handle(const struct device_tree *tree, uint32_t handle, struct device_node *node)
{
	struct device_walk walk = {.tree = tree};

	while (device_walk_next(&walk, node)) {
		if (cell(node, "phandle") == handle)
			return true;
	}
	return false;
}

/* Go to the next level; node is replaced. Returns false at the end. */
static bool go_on(struct device_node *node, uint32_t *handle)
{
	*handle = cell(node, "next-level-cache");
	return *handle != 0 && find_handle(node->tree, *handle, node);
}

/* The number of CPUs that lead to a cache. */
static uint32_t count_sharing(const struct device_tree *tree, uint32_t handle)
{
	struct device_walk walk = {.tree = tree};
	struct device_node node;
	uint32_t count = 0;

	while (device_walk_next(&walk, &node)) {
		uint32_t threads = is_cpu(&node) ? count_threads(&node) : 0, at = 0;

		for (unsigned level = 0; threads > 0 && level < CPU_CACHES_MAX; level++) {
			if (!go_on(&node, &at))
				break;
			if (at != handle)
				continue;
			count += threads;
			break;
		}
	}
	return count;
}

static bool read(const struct device_tree *tree, uint64_t cpu, struct cache_list *list)
{
	struct device_node node;
	uint32_t handle, level = 1;

	if (!find_cpu(tree, cpu, &node) || !add_caches(&node, level, count_threads(&node), list))
		return false;
	while (go_on(&node, &handle)) {
		uint32_t stated = cell(&node, "cache-level");

		level = stated > level ? stated : level + 1;
		if (level > CPU_CACHES_MAX ||
		    !add_caches(&node, level, count_sharing(tree, handle), list))
			return false;
	}
	return handle == 0;
}

bool tree_caches_read(const struct device_tree *tree, uint64_t cpu, struct cache_list *list)
{
	*list = (struct cache_list){0};
	if (read(tree, cpu, list))
		return true;
	*list = (struct cache_list){0};
	return false;
}
