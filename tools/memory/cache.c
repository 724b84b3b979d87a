/* SPDX-License-Identifier: MIT */
/* Each set is in the order of use, so the key to replace is the last one of its set. */
#include "tools/memory/cache.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define KEY_NONE UINT64_MAX

void cache_make(struct cache *cache, uint64_t sets, size_t ways)
{
	*cache = (struct cache){sets, ways, xreallocarray(NULL, sets * ways, sizeof(*cache->keys))};
	cache_clear(cache);
}

void cache_free(struct cache *cache)
{
	free(cache->keys);
	*cache = (struct cache){0};
}

void cache_clear(struct cache *cache)
{
	for (uint64_t i = 0; i < cache->sets * cache->ways; i++)
		cache->keys[i] = KEY_NONE;
}

static uint64_t *cache_set(const struct cache *cache, uint64_t number)
{
	return cache->keys + (number & (cache->sets - 1)) * cache->ways;
}

bool cache_use(struct cache *cache, uint64_t number, uint64_t key)
{
	uint64_t *set = cache_set(cache, number);
	size_t place = 0, last = cache->ways - 1;
	bool was_there;

	while (set[place] != key && place < last)
		place++;
	was_there = set[place] == key;
	memmove(set + 1, set, place * sizeof(*set));
	set[0] = key;
	return was_there;
}

bool cache_has(const struct cache *cache, uint64_t number, uint64_t key)
{
	const uint64_t *set = cache_set(cache, number);

	for (size_t i = 0; i < cache->ways; i++) {
		if (set[i] == key)
			return true;
	}
	return false;
}
