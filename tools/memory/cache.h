/* SPDX-License-Identifier: MIT */
/* A set-associative store of keys, each set of which forgets the least recently used first: a cache
 * of lines, or a TLB of translations. */
#ifndef TOOLS_MEMORY_CACHE_H
#define TOOLS_MEMORY_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cache {
	uint64_t sets;          /* a power of two */
	size_t ways;
	uint64_t *keys;         /* a set after the other, in each the most recently used first */
};

/* Empty. Neither may be 0. */
void cache_make(struct cache *cache, uint64_t sets, size_t ways);
void cache_free(struct cache *cache);
void cache_clear(struct cache *cache);

/* Use a key, which must not be UINT64_MAX, in the set that a number's lowest bits name: it is the
 * set's most recently used one then, in the place of the least recently used if it was not there.
 * Returns whether it was. */
bool cache_use(struct cache *cache, uint64_t number, uint64_t key);

/* Whether a key is there, which is no use of it. */
bool cache_has(const struct cache *cache, uint64_t number, uint64_t key);

#endif
