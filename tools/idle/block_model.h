/* SPDX-License-Identifier: MIT */
/* What a buffer cache of so many blocks has, least recently used ones giving way: the blocks in
 * their order of use, looked through from the latest on. It has nothing in common with
 * lib/block_cache.h, which is held against it. */
#ifndef TOOLS_IDLE_BLOCK_MODEL_H
#define TOOLS_IDLE_BLOCK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct block_model {
	uint32_t *blocks;       /* the latest first */
	size_t count, capacity;
	uint64_t hits, misses;
};

/* An empty one; free its blocks. */
void block_model_init(struct block_model *model, size_t capacity);

/* Look for a block, which is kept from now on. */
void block_model_use(struct block_model *model, uint32_t block);

#endif
