/* SPDX-License-Identifier: MIT */
/* Caches in the PPTT. A node names the caches that only its CPUs use, and a cache names the cache
 * of the next level. No field has a cache's level, which is the number of caches on the way from
 * the CPU. ACPI Specification, "Processor hierarchy node structure (Type 0)", "Cache Type Structure
 * (Type 1)". */
#include <stddef.h>

#include "kernel/dev/acpi/parse_pptt.h"
#include "kernel/one_entry/dev/acpi/cache_list.h"

#define CACHE_FLAGS 4
#define CACHE_NEXT 8
#define CACHE_SIZE 12
#define CACHE_SETS 16
#define CACHE_WAYS 20
#define CACHE_ATTRIBUTES 21
#define CACHE_LINE 22
#define CACHE_BYTES 24                  /* later revisions add an ID */

/* Flags: which fields are valid. */
#define SIZE_IS_VALID (1u << 0)
#define SETS_ARE_VALID (1u << 1)
#define WAYS_ARE_VALID (1u << 2)
#define TYPE_IS_VALID (1u << 4)
#define LINE_IS_VALID (1u << 6)

#define ATTRIBUTES_TYPE(value) ((value) >> 2 & 3)

/* The caches of a CPU by their offsets. */
struct way {
	unsigned count;
	struct {
		uint32_t offset, level;
	} caches[CPU_CACHES_MAX];
};

/* The place of a cache on the way, or its count. */
static unsigned place_of(const struct way *way, uint32_t offset)
{
	unsigned at = 0;

	while (at < way->count && way->caches[at].offset != offset)
		at++;
	return at;
}

/* Add a cache and those of the next levels. A cache that two others lead to has the higher level.
 * Returns false if an offset is wrong, or there are too many caches, as in a circle. */
static bool follow(struct acpi_bytes pptt, struct way *way, uint32_t offset, uint32_t level)
{
	for (unsigned steps = 0; offset != 0; steps++, level++) {
		struct acpi_bytes cache = pptt_structure_at(pptt, offset, PPTT_CACHE, CACHE_BYTES);
		unsigned at = place_of(way, offset);

		if (cache.size == 0 || at == CPU_CACHES_MAX || steps == CPU_CACHES_MAX)
			return false;
		if (at == way->count)
			way->caches[way->count++].offset = offset;
		else if (way->caches[at].level > level)
			level = way->caches[at].level;
		way->caches[at].level = level;
		offset = (uint32_t)acpi_field(cache, CACHE_NEXT, 4);
	}
	return true;
}

static uint32_t highest_level(const struct way *way)
{
	uint32_t level = 0;

	for (unsigned i = 0; i < way->count; i++) {
		if (way->caches[i].level > level)
			level = way->caches[i].level;
	}
	return level;
}

/* Add the caches of a node. Some tables list a cache and also lead to it from another cache. */
static bool follow_node(struct acpi_bytes pptt, struct way *way, struct acpi_bytes node)
{
	uint64_t count = acpi_field(node, PPTT_NODE_RESOURCE_COUNT, 4);
	uint32_t below = highest_level(way);

	if (count > (node.size - PPTT_NODE_BYTES) / 4)
		return false;
	for (uint64_t i = 0; i < count; i++) {
		uint32_t offset = (uint32_t)acpi_field(node, PPTT_NODE_BYTES + 4 * i, 4);
		unsigned at = place_of(way, offset);

		if (!follow(pptt, way, offset, at < way->count ? way->caches[at].level : below + 1))
			return false;
	}
	return true;
}

/* Find the caches from a CPU's node to the root. */
static bool find_way(struct acpi_bytes pptt, uint32_t offset, struct way *way)
{
	way->count = 0;
	for (unsigned level = 0; level < PPTT_LEVELS_MAX && offset != 0; level++) {
		struct acpi_bytes node = pptt_structure_at(pptt, offset, PPTT_NODE,
							   PPTT_NODE_BYTES);

		if (node.size == 0 || !follow_node(pptt, way, node))
			return false;
		offset = (uint32_t)acpi_field(node, PPTT_NODE_PARENT, 4);
	}
	return offset == 0;
}

static const char *type_of(struct acpi_bytes cache)
{
	static const char *const types[] = {"data", "instruction", "unified", "unified"};

	return types[ATTRIBUTES_TYPE(acpi_field(cache, CACHE_ATTRIBUTES, 1))];
}

/* A field that the flags call valid, or 0. */
static uint64_t stated(struct acpi_bytes cache, uint32_t flag, size_t offset, size_t size)
{
	return (acpi_field(cache, CACHE_FLAGS, 4) & flag) != 0 ? acpi_field(cache, offset, size)
							       : 0;
}

static bool add_caches(struct acpi_bytes pptt, const struct way *way,
		       const uint32_t sharing[CPU_CACHES_MAX], struct cache_list *list)
{
	for (unsigned i = 0; i < way->count; i++) {
		struct acpi_bytes cache = pptt_structure_at(pptt, way->caches[i].offset, PPTT_CACHE,
							    CACHE_BYTES);

		if ((acpi_field(cache, CACHE_FLAGS, 4) & TYPE_IS_VALID) == 0)
			continue;
		if (!cache_list_add(list, (struct cpu_cache){
				.level = way->caches[i].level,
				.type = type_of(cache),
				.size_bytes = stated(cache, SIZE_IS_VALID, CACHE_SIZE, 4),
				.line_bytes = (uint32_t)stated(cache, LINE_IS_VALID, CACHE_LINE, 2),
				.ways = (uint32_t)stated(cache, WAYS_ARE_VALID, CACHE_WAYS, 1),
				.sharing = sharing[i],
			}, stated(cache, SETS_ARE_VALID, CACHE_SETS, 4)))
			return false;
	}
	return true;
}

/* The offset of the CPU's node; 0 if there is none. */
static uint32_t find_cpu(struct acpi_bytes pptt, uint32_t uid)
{
	size_t offset = PPTT_STRUCTURES, begin = offset;
	struct acpi_bytes node;

	for (; acpi_next_structure(pptt, &offset, &node); begin = offset) {
		if (pptt_is_leaf(node) && acpi_field(node, PPTT_NODE_UID, 4) == uid &&
		    (acpi_field(node, PPTT_NODE_FLAGS, 4) & PPTT_FLAG_UID) != 0)
			return (uint32_t)begin;
	}
	return 0;
}

static bool count_sharing(struct acpi_bytes pptt, const struct way *way,
			  uint32_t sharing[CPU_CACHES_MAX])
{
	size_t offset = PPTT_STRUCTURES, begin = offset;
	struct acpi_bytes node;
	struct way others;

	for (; acpi_next_structure(pptt, &offset, &node); begin = offset) {
		if (!pptt_is_leaf(node))
			continue;
		if (!find_way(pptt, (uint32_t)begin, &others))
			return false;
		for (unsigned i = 0; i < way->count; i++)
			sharing[i] += place_of(&others, way->caches[i].offset) < others.count;
	}
	return true;
}

bool acpi_parse_caches(struct acpi_bytes pptt, uint32_t uid, struct cache_list *list)
{
	uint32_t sharing[CPU_CACHES_MAX] = {0}, cpu = find_cpu(pptt, uid);
	struct way way;

	*list = (struct cache_list){0};
	if (acpi_field(pptt, 8, 1) >= PPTT_LEAVES_REVISION && cpu != 0 &&
	    find_way(pptt, cpu, &way) && count_sharing(pptt, &way, sharing) &&
	    add_caches(pptt, &way, sharing, list))
		return true;
	*list = (struct cache_list){0};
	return false;
}
