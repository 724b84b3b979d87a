/* SPDX-License-Identifier: MIT */
/* Fixed-size records in fixed memory. A full ring drops either new records or the oldest ones, and
 * counts all lost records. There is one writer. Read a ring only after the writer has stopped. */
#ifndef LIB_RING_H
#define LIB_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring {
	uint8_t *slots;
	size_t slot_bytes;
	uint64_t capacity;              /* in slots */
	bool overwrites;                /* if the ring is full, drop the oldest record; false: drop
					 * the new one */
	uint64_t offered;               /* records pushed or dropped */
	uint64_t kept;                  /* records written; if the ring overwrites, only the latest
					 * remain */
};

/* Create an empty ring in size_bytes of memory. A remainder smaller than a slot is unused. */
void ring_init(struct ring *ring, void *memory, size_t size_bytes, size_t slot_bytes,
	       bool overwrites);

/* The slot for the next record. Returns NULL if the record is dropped. */
void *ring_push(struct ring *ring);

/* The number of records, and the nth record in order of age, oldest first. */
uint64_t ring_count(const struct ring *ring);
void *ring_at(const struct ring *ring, uint64_t nth);

/* Number of lost records. */
uint64_t ring_lost(const struct ring *ring);

#endif
