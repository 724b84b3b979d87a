/* SPDX-License-Identifier: MIT */
#include "kernel/one_entry/dev/acpi/cache_list.h"

/* By level, then by the first letter: data, instruction, unified. */
static bool comes_before(const struct cpu_cache *cache, const struct cpu_cache *other)
{
	if (cache->level != other->level)
		return cache->level < other->level;
	return cache->type[0] < other->type[0];
}

static bool is_same(const struct cpu_cache *cache, const struct cpu_cache *other)
{
	return cache->level == other->level && cache->type[0] == other->type[0];
}

static void insert(struct cache_list *list, const struct cpu_cache *cache)
{
	size_t at = list->count++;

	for (; at > 0 && comes_before(cache, &list->caches[at - 1]); at--)
		list->caches[at] = list->caches[at - 1];
	list->caches[at] = *cache;
}

bool cache_list_add(struct cache_list *list, struct cpu_cache cache, uint64_t sets)
{
	uint64_t set_bytes = sets * cache.line_bytes;   /* of one way */

	if (list->count == CPU_CACHES_MAX)
		return false;
	if (cache.size_bytes == 0)
		cache.size_bytes = set_bytes * cache.ways;
	else if (cache.ways == 0 && set_bytes != 0)
		cache.ways = (uint32_t)(cache.size_bytes / set_bytes);
	if (set_bytes != 0 && cache.ways != 0 && cache.size_bytes != set_bytes * cache.ways)
		return false;
	insert(list, &cache);
	return true;
}

/* Returns ours, or theirs if ours is not stated. */
static uint64_t merged(const struct cpu_cache *cache, uint64_t ours, uint64_t theirs,
		       const char *what, const char *source, cache_report *report)
{
	if (ours != 0 && theirs != 0 && ours != theirs)
		report(cache, what, ours, theirs, source);
	return ours != 0 ? ours : theirs;
}

static void merge_cache(struct cpu_cache *ours, const struct cpu_cache *theirs, const char *source,
			cache_report *report)
{
	ours->size_bytes = merged(ours, ours->size_bytes, theirs->size_bytes, "bytes", source,
				  report);
	ours->line_bytes = (uint32_t)merged(ours, ours->line_bytes, theirs->line_bytes,
					    "bytes in a line", source, report);
	ours->ways = (uint32_t)merged(ours, ours->ways, theirs->ways, "ways", source, report);
	ours->sharing = (uint32_t)merged(ours, ours->sharing, theirs->sharing, "CPUs that share it",
					 source, report);
}

static struct cpu_cache *find(struct cache_list *list, const struct cpu_cache *cache)
{
	for (size_t i = 0; i < list->count; i++) {
		if (is_same(&list->caches[i], cache))
			return &list->caches[i];
	}
	return NULL;
}

void cache_list_merge(struct cache_list *list, const struct cache_list *other, const char *source,
		      cache_report *report)
{
	for (size_t i = 0; i < other->count; i++) {
		struct cpu_cache *ours = find(list, &other->caches[i]);

		if (ours != NULL)
			merge_cache(ours, &other->caches[i], source, report);
		else if (list->count < CPU_CACHES_MAX)
			insert(list, &other->caches[i]);
	}
}
