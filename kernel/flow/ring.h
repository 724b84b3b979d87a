/* SPDX-License-Identifier: MIT */
/* A CPU's ring of interaction events. A full ring keeps its events and counts the lost ones. The
 * ring has no locks or allocations, because only the owning CPU writes, by record.S, with
 * interrupts off. No hardware access. */
#ifndef KERNEL_FLOW_RING_H
#define KERNEL_FLOW_RING_H

#include <stddef.h>
#include <stdint.h>

#include "lib/event/flow.h"

struct flow_ring {
	struct flow_event *next, *end;
	uint64_t lost, lost_tsc;        /* number of lost events, and time of the first lost
					 * event */
	uint8_t node, cpu;
	struct flow_event *first;
};

/* Size in bytes of a ring for a number of events, with space for one FLOW_LOST. */
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

/* Append FLOW_LOST if events were lost. Returns the number of events. */
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
