/* SPDX-License-Identifier: MIT */
/* A set-associative cache with LRU replacement: a cache of lines, or a TLB of translations. */
#ifndef TOOLS_MEMORY_CACHE_H
#define TOOLS_MEMORY_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cache {
	uint64_t sets;          /* a power of two */
	size_t ways;
	uint64_t *keys;         /* set by set; in each set, the most recently used key first */
};

/* Create an empty cache. sets and ways must not be 0. */
void cache_make(struct cache *cache, uint64_t sets, size_t ways);
void cache_free(struct cache *cache);
void cache_clear(struct cache *cache);

/* Look up a key in the set given by the lowest bits of number, and make the key the most recently
 * used. A missing key replaces the least recently used key. Returns whether the key was there. The
 * key must not be UINT64_MAX. */
bool cache_use(struct cache *cache, uint64_t number, uint64_t key);

/* Whether a key is cached. Does not count as a use. */
bool cache_has(const struct cache *cache, uint64_t number, uint64_t key);

#endif
