/* SPDX-License-Identifier: MIT */
/* A ring of records: slots are used in order, so the number of records written gives the next
 * slot. */
#include "lib/ring.h"

void ring_init(struct ring *ring, void *memory, size_t size_bytes, size_t slot_bytes,
	       bool overwrites)
{
	*ring = (struct ring){
		.slots = memory,
		.slot_bytes = slot_bytes,
		.capacity = size_bytes / slot_bytes,
		.overwrites = overwrites,
	};
}

static void *slot(const struct ring *ring, uint64_t number)
{
	return ring->slots + number % ring->capacity * ring->slot_bytes;
}

void *ring_push(struct ring *ring)
{
	ring->offered++;
	if (ring->capacity == 0 || (!ring->overwrites && ring->kept == ring->capacity))
		return NULL;
	return slot(ring, ring->kept++);
}

uint64_t ring_count(const struct ring *ring)
{
	return ring->kept < ring->capacity ? ring->kept : ring->capacity;
}

void *ring_at(const struct ring *ring, uint64_t nth)
{
	return slot(ring, ring->kept - ring_count(ring) + nth);
}

uint64_t ring_lost(const struct ring *ring)
{
	return ring->offered - ring_count(ring);
}
