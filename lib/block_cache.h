/* SPDX-License-Identifier: MIT */
/* An LRU cache of a device's blocks. It manages a fixed number of slots, not their contents: slot n
 * is the caller's n-th buffer. A block that is being read already has a slot, which cannot be taken
 * until the read has ended. The caller must serialize all calls. */
#ifndef LIB_BLOCK_CACHE_H
#define LIB_BLOCK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCK_CACHE_NONE UINT32_MAX
#define BLOCK_CACHE_SLOTS_MAX (1u << 20)

enum block_cache_state {BLOCK_FREE, BLOCK_READING, BLOCK_KEPT};

struct block_cache_slot {
	uint64_t block;
	uint32_t newer, older;          /* in order of use */
	uint32_t next;                  /* with the same hash */
	enum block_cache_state state;
};

struct block_cache {
	struct block_cache_slot *slots;
	uint32_t *buckets;
	uint32_t slot_count, bucket_mask;
	uint32_t newest, oldest;        /* in order of use; free slots are the oldest */
	uint64_t hits, misses;          /* of all lookups */
	uint64_t evicted;               /* blocks that others replaced */
};

/* Memory needed for that number of slots, without the buffers. */
size_t block_cache_bytes(uint32_t slots);

/* Create an empty cache of 0 to BLOCK_CACHE_SLOTS_MAX slots in block_cache_bytes(slots) of memory,
 * aligned to 8. With 0 slots the cache needs no memory, and every lookup misses. */
void block_cache_init(struct block_cache *cache, void *memory, uint32_t slots);

/* The slot of a block, or BLOCK_CACHE_NONE. The block becomes the most recently used one. Counts a
 * hit or a miss. A block that is being read is a miss. */
uint32_t block_cache_find(struct block_cache *cache, uint64_t block);

/* Take a slot to read a block into, after block_cache_find missed the block: a free slot, or the
 * slot of the least recently used block, which is evicted. Returns BLOCK_CACHE_NONE if the block,
 * or every slot, is already being read. */
uint32_t block_cache_take(struct block_cache *cache, uint64_t block);

/* Whether a slot was taken for a block and the read has not ended. */
bool block_cache_is_reading(const struct block_cache *cache, uint64_t block);

/* The read into a slot ended. If has_failed, the slot becomes free. Otherwise the block is cached
 * and the most recently used one. */
void block_cache_settle(struct block_cache *cache, uint32_t slot, bool has_failed);

/* Remove one block, if it is cached, or remove all blocks. Blocks that are being read stay. */
void block_cache_forget(struct block_cache *cache, uint64_t block);
void block_cache_drop(struct block_cache *cache);

#endif
