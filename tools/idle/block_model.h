/* SPDX-License-Identifier: MIT */
/* Model of an LRU buffer cache: blocks in order of use, searched from the latest. It is independent
 * of lib/block_cache.h, which is checked against it. */
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

/* Make an empty model; the caller frees its blocks. */
void block_model_init(struct block_model *model, size_t capacity);

/* Access a block. */
void block_model_use(struct block_model *model, uint32_t block);

#endif
