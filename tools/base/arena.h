/* SPDX-License-Identifier: MIT */
/* Memory that is freed as a whole, with a limit, for the content of logs. A log is untrusted, so
 * reaching the limit is an error to report. If the machine has no more memory, the program exits,
 * as in xmalloc(). */
#ifndef TOOLS_BASE_ARENA_H
#define TOOLS_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *blocks;     /* newest first */
	size_t used_bytes;              /* in all blocks */
	size_t limit_bytes;
};

void arena_init(struct arena *arena, size_t limit_bytes);
void arena_free(struct arena *arena);

/* Allocate size bytes, zeroed and aligned for any type. Returns NULL at the limit. */
void *arena_alloc(struct arena *arena, size_t size);

/* Like arena_alloc(), for required memory: exits with EXIT_MACHINE and a message at the limit. */
void *xarena_alloc(struct arena *arena, size_t size);

/* Copy size bytes. Returns NULL at the limit. */
void *arena_copy(struct arena *arena, const void *data, size_t size);

#endif
