/* SPDX-License-Identifier: MIT */
/* One CPU's events of interaction networks. A ring that is full keeps what it has and counts what
 * it loses. Nothing locks or allocates: the CPU that owns the ring writes to it, by record.S,
 * with interrupts off. Tested natively. */
#ifndef KERNEL_FLOW_RING_H
#define KERNEL_FLOW_RING_H

#include <stddef.h>
#include <stdint.h>

#include "lib/event/flow.h"

struct flow_ring {
	struct flow_event *next, *end;
	uint64_t lost, lost_tsc;        /* how many, and when the first of them */
	uint8_t node, cpu;
	struct flow_event *first;
};

/* Bytes for a ring of so many events: one more, for a FLOW_LOST at the end. */
static inline uint64_t flow_ring_bytes(uint32_t events)
{
	return ((uint64_t)events + 1) * sizeof(struct flow_event);
}

static inline void flow_ring_open(struct flow_ring *ring, struct flow_event *memory,
				  uint32_t events, uint8_t cpu)
{
	*ring = (struct flow_ring){
		.next = memory, .first = memory, .end = memory + events, .cpu = cpu,
	};
}

/* Say at the end what was lost, if anything. Returns how many events there are. */
static inline uint32_t flow_ring_close(struct flow_ring *ring)
{
	if (ring->lost > 0 && ring->next == ring->end)
		*ring->next++ = (struct flow_event){
			.time = ring->lost_tsc, .other = (uint32_t)ring->lost,
			.node = ring->node, .cpu = ring->cpu, .kind = FLOW_LOST,
		};
	return (uint32_t)(ring->next - ring->first);
}

#endif
