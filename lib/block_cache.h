/* SPDX-License-Identifier: MIT */
/* Which blocks of a device are in memory, and which of them is to make room: the least recently
 * used one. It has a set number of slots and knows nothing of what is in them: slot n is the
 * caller's n-th buffer. A block that is being read has its slot already, which nobody else is given
 * until the read has ended, and which holds nothing before. One caller at a time. */
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
	uint32_t newer, older;          /* in the order of use */
	uint32_t next;                  /* of the blocks whose hash is alike */
	enum block_cache_state state;
};

struct block_cache {
	struct block_cache_slot *slots;
	uint32_t *buckets;
	uint32_t slot_count, bucket_mask;
	uint32_t newest, oldest;        /* free slots are the oldest */
	uint64_t hits, misses;          /* of all that was looked up */
	uint64_t evicted;               /* blocks that made room for others */
};

/* Bytes of memory that so many slots take, without what is in them. */
size_t block_cache_bytes(uint32_t slots);

/* An empty cache of 0 to BLOCK_CACHE_SLOTS_MAX slots in block_cache_bytes(slots) of memory, aligned
 * to 8. Of 0 slots it needs no memory, and every look is a miss. */
void block_cache_init(struct block_cache *cache, void *memory, uint32_t slots);

/* The slot that a block is kept in, which is then the most recently used one; or BLOCK_CACHE_NONE.
 * Counts a hit or a miss. A block that is being read is not kept yet. */
uint32_t block_cache_find(struct block_cache *cache, uint64_t block);

/* A slot for a block to be read into, of which block_cache_find said that it is not kept: a free
 * one, or that of the least recently used block, which is forgotten. BLOCK_CACHE_NONE if the block
 * is being read already, or all slots are being read into. */
uint32_t block_cache_take(struct block_cache *cache, uint64_t block);

/* Whether a slot was taken for a block, whose read has not ended. */
bool block_cache_is_reading(const struct block_cache *cache, uint64_t block);

/* The read into a slot that was taken has ended: its block is kept from now on, and the most
 * recently used; or, if the read has failed, it is not, and the slot is free. */
void block_cache_settle(struct block_cache *cache, uint32_t slot, bool has_failed);

/* Forget one block, if it is kept; and all that are kept. What is being read is left. */
void block_cache_forget(struct block_cache *cache, uint64_t block);
void block_cache_drop(struct block_cache *cache);

#endif
