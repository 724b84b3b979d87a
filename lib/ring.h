/* SPDX-License-Identifier: MIT */
/* Records of one size in memory of a fixed size. Full, a ring either takes no more or gives up its
 * oldest, as asked for; both ways it knows how many were lost. One writer; read when it has
 * stopped. */
#ifndef LIB_RING_H
#define LIB_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring {
	uint8_t *slots;
	size_t slot_bytes;
	uint64_t capacity;              /* in slots */
	bool overwrites;                /* full, the oldest makes room; else the new one is lost */
	uint64_t offered;               /* records that were to be kept */
	uint64_t kept;                  /* of these, written; the last ones if it overwrites */
};

/* An empty ring in size_bytes of memory; what is left over behind the last slot is not used. */
void ring_init(struct ring *ring, void *memory, size_t size_bytes, size_t slot_bytes,
	       bool overwrites);

/* Where to write the next record, or NULL if it is lost. */
void *ring_push(struct ring *ring);

/* Records in it, and the nth of them, the oldest first. */
uint64_t ring_count(const struct ring *ring);
void *ring_at(const struct ring *ring, uint64_t nth);

/* How many are not in it that were offered. */
uint64_t ring_lost(const struct ring *ring);

#endif
