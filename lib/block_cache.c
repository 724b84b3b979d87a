/* SPDX-License-Identifier: MIT */
/* A hash table with chains, and a list of all slots in LRU order. */
#include "lib/block_cache.h"

/* Knuth, The Art of Computer Programming, vol. 3, 6.4: multiplicative hashing. */
#define HASH_FACTOR 0x9e3779b97f4a7c15ull
#define HASH_SHIFT 32

/* ---- Blocks by their number ---- */

static uint32_t *cache_bucket(const struct block_cache *cache, uint64_t block)
{
	return &cache->buckets[(block * HASH_FACTOR >> HASH_SHIFT) & cache->bucket_mask];
}

static uint32_t cache_search(const struct block_cache *cache, uint64_t block)
{
	uint32_t slot = cache->slot_count > 0 ? *cache_bucket(cache, block) : BLOCK_CACHE_NONE;

	while (slot != BLOCK_CACHE_NONE && cache->slots[slot].block != block)
		slot = cache->slots[slot].next;
	return slot;
}

static void cache_enter(struct block_cache *cache, uint32_t slot, uint64_t block)
{
	uint32_t *bucket = cache_bucket(cache, block);

	cache->slots[slot].block = block;
	cache->slots[slot].next = *bucket;
	*bucket = slot;
}

static void cache_remove(struct block_cache *cache, uint32_t slot)
{
	uint32_t *link = cache_bucket(cache, cache->slots[slot].block);

	while (*link != slot)
		link = &cache->slots[*link].next;
	*link = cache->slots[slot].next;
	cache->slots[slot].state = BLOCK_FREE;
}

/* ---- Slots by their use ---- */

static void cache_unlink(struct block_cache *cache, uint32_t slot)
{
	uint32_t newer = cache->slots[slot].newer, older = cache->slots[slot].older;

	if (newer != BLOCK_CACHE_NONE)
		cache->slots[newer].older = older;
	else
		cache->newest = older;
	if (older != BLOCK_CACHE_NONE)
		cache->slots[older].newer = newer;
	else
		cache->oldest = newer;
}

static void cache_make_newest(struct block_cache *cache, uint32_t slot)
{
	cache_unlink(cache, slot);
	cache->slots[slot].newer = BLOCK_CACHE_NONE;
	cache->slots[slot].older = cache->newest;
	if (cache->newest != BLOCK_CACHE_NONE)
		cache->slots[cache->newest].newer = slot;
	else
		cache->oldest = slot;
	cache->newest = slot;
}

static void cache_make_oldest(struct block_cache *cache, uint32_t slot)
{
	cache_unlink(cache, slot);
	cache->slots[slot].older = BLOCK_CACHE_NONE;
	cache->slots[slot].newer = cache->oldest;
	if (cache->oldest != BLOCK_CACHE_NONE)
		cache->slots[cache->oldest].older = slot;
	else
		cache->newest = slot;
	cache->oldest = slot;
}

/* ---- Functions for other files ---- */

/* Number of buckets, which is a power of two, so that finding a bucket needs no division. */
static uint32_t cache_buckets(uint32_t slots)
{
	uint32_t buckets = 1;

	while (buckets < slots)
		buckets *= 2;
	return buckets;
}

size_t block_cache_bytes(uint32_t slots)
{
	if (slots == 0)
		return 0;
	return slots * sizeof(struct block_cache_slot) + cache_buckets(slots) * sizeof(uint32_t);
}

void block_cache_init(struct block_cache *cache, void *memory, uint32_t slots)
{
	uint32_t buckets = slots > 0 ? cache_buckets(slots) : 0;

	*cache = (struct block_cache){
		.slots = memory,
		.slot_count = slots,
		.bucket_mask = buckets - 1,
		.newest = slots > 0 ? 0 : BLOCK_CACHE_NONE,
		.oldest = slots - 1,
	};
	for (uint32_t slot = 0; slot < slots; slot++)
		cache->slots[slot] = (struct block_cache_slot){
			.newer = slot - 1,
			.older = slot + 1 < slots ? slot + 1 : BLOCK_CACHE_NONE,
			.next = BLOCK_CACHE_NONE,
			.state = BLOCK_FREE,
		};
	cache->buckets = slots > 0 ? (uint32_t *)(cache->slots + slots) : NULL;
	for (uint32_t bucket = 0; bucket < buckets; bucket++)
		cache->buckets[bucket] = BLOCK_CACHE_NONE;
}

uint32_t block_cache_find(struct block_cache *cache, uint64_t block)
{
	uint32_t slot = cache_search(cache, block);

	if (slot == BLOCK_CACHE_NONE || cache->slots[slot].state != BLOCK_KEPT) {
		cache->misses++;
		return BLOCK_CACHE_NONE;
	}
	cache->hits++;
	cache_make_newest(cache, slot);
	return slot;
}

bool block_cache_is_reading(const struct block_cache *cache, uint64_t block)
{
	uint32_t slot = cache_search(cache, block);

	return slot != BLOCK_CACHE_NONE && cache->slots[slot].state == BLOCK_READING;
}

uint32_t block_cache_take(struct block_cache *cache, uint64_t block)
{
	uint32_t slot = cache->oldest;

	if (cache_search(cache, block) != BLOCK_CACHE_NONE)
		return BLOCK_CACHE_NONE;
	while (slot != BLOCK_CACHE_NONE && cache->slots[slot].state == BLOCK_READING)
		slot = cache->slots[slot].newer;
	if (slot == BLOCK_CACHE_NONE)
		return BLOCK_CACHE_NONE;
	if (cache->slots[slot].state == BLOCK_KEPT) {
		cache_remove(cache, slot);
		cache->evicted++;
	}
	cache_enter(cache, slot, block);
	cache->slots[slot].state = BLOCK_READING;
	cache_make_newest(cache, slot);
	return slot;
}

static void cache_free(struct block_cache *cache, uint32_t slot)
{
	cache_remove(cache, slot);
	cache_make_oldest(cache, slot);
}

void block_cache_settle(struct block_cache *cache, uint32_t slot, bool has_failed)
{
	if (has_failed) {
		cache_free(cache, slot);
		return;
	}
	cache->slots[slot].state = BLOCK_KEPT;
	cache_make_newest(cache, slot);
}

void block_cache_forget(struct block_cache *cache, uint64_t block)
{
	uint32_t slot = cache_search(cache, block);

	if (slot != BLOCK_CACHE_NONE && cache->slots[slot].state == BLOCK_KEPT)
		cache_free(cache, slot);
}

void block_cache_drop(struct block_cache *cache)
{
	for (uint32_t slot = 0; slot < cache->slot_count; slot++) {
		if (cache->slots[slot].state == BLOCK_KEPT)
			cache_free(cache, slot);
	}
}
