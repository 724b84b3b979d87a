/* SPDX-License-Identifier: MIT */
/* Memory that is given back all at once and that can't outgrow a limit: what a log makes the tool
 * hold. A log is untrusted, so running into the limit is a case to report, not to die of; a machine
 * that has no more memory ends the program, as xmalloc() does. */
#ifndef TOOLS_BASE_ARENA_H
#define TOOLS_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *blocks;     /* the newest first */
	size_t used_bytes;              /* by all blocks together */
	size_t limit_bytes;
};

void arena_init(struct arena *arena, size_t limit_bytes);
void arena_free(struct arena *arena);

/* size bytes, zeroed and aligned for any type; NULL when the limit would be passed. */
void *arena_alloc(struct arena *arena, size_t size);

/* The same, for what is needed in any case: where it would be NULL, says so and ends the program
 * with EXIT_MACHINE. */
void *xarena_alloc(struct arena *arena, size_t size);

/* A copy of size bytes; NULL when the limit would be passed. */
void *arena_copy(struct arena *arena, const void *data, size_t size);

#endif
