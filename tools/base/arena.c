/* SPDX-License-Identifier: MIT */
/* A chain of blocks, each twice as large as the previous one, filled from the start. */
#include "tools/base/arena.h"

#include <err.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

#define FIRST_BLOCK_BYTES 4096
#define LARGEST_BLOCK_BYTES (1024 * 1024)

struct arena_block {
	struct arena_block *older;
	size_t size, used;              /* of data */
	alignas(max_align_t) unsigned char data[];
};

void arena_init(struct arena *arena, size_t limit_bytes)
{
	*arena = (struct arena){.limit_bytes = limit_bytes};
}

void arena_free(struct arena *arena)
{
	struct arena_block *block = arena->blocks;

	while (block != NULL) {
		struct arena_block *older = block->older;

		free(block);
		block = older;
	}
	arena_init(arena, arena->limit_bytes);
}

static struct arena_block *add_block(struct arena *arena, size_t least)
{
	size_t size = arena->blocks == NULL ? FIRST_BLOCK_BYTES : 2 * arena->blocks->size;
	struct arena_block *block;

	if (size > LARGEST_BLOCK_BYTES)
		size = LARGEST_BLOCK_BYTES;
	if (size < least)
		size = least;
	if (size > arena->limit_bytes - arena->used_bytes)
		size = arena->limit_bytes - arena->used_bytes;
	if (size < least)
		return NULL;
	block = xcalloc(1, sizeof(*block) + size);
	block->older = arena->blocks;
	block->size = size;
	arena->blocks = block;
	arena->used_bytes += size;
	return block;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	struct arena_block *block = arena->blocks;
	void *memory;

	if (size > arena->limit_bytes)
		return NULL;
	size = (size + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
	if (block == NULL || size > block->size - block->used)
		block = add_block(arena, size);
	if (block == NULL)
		return NULL;
	memory = block->data + block->used;
	block->used += size;
	return memory;
}

void *xarena_alloc(struct arena *arena, size_t size)
{
	void *memory = arena_alloc(arena, size);

	if (memory == NULL)
		errx(EXIT_MACHINE, "out of memory: needs more than %zu MiB",
		     arena->limit_bytes >> 20);
	return memory;
}

void *arena_copy(struct arena *arena, const void *data, size_t size)
{
	void *memory = arena_alloc(arena, size);

	if (memory != NULL && size > 0)
		memcpy(memory, data, size);
	return memory;
}
