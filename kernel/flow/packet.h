/* SPDX-License-Identifier: MIT */
/* What one node sends to another, and the memory that it goes through: a ring for each pair of
 * nodes and each way. One CPU at a time puts packets in, another one takes them out, and neither
 * waits for the other. Tested natively. */
#ifndef KERNEL_FLOW_PACKET_H
#define KERNEL_FLOW_PACKET_H

#include <stdbool.h>
#include <stdint.h>

/* A datagram, which brings its sub-task along: Ashton & Penny, "The Interaction Network", 1991,
 * section 7.1. */
struct flow_packet {
	uint32_t subtask;               /* the message's; 0: of no task */
	uint32_t source;                /* with which its interaction began */
	uint32_t word;
	uint8_t port;                   /* object of the node that it goes to */
	uint8_t scales;                 /* of what the sub-task uses, as bits */
};

#define FLOW_PACKETS_MAX 16             /* in a ring: a power of 2 */

/* Empty when zeroed. The counts go on for ever; their difference is how many are there. */
struct flow_packets {
	uint32_t put, taken;
	struct flow_packet packets[FLOW_PACKETS_MAX];
};

/* Returns false, with nothing done, if the ring is full. */
static inline bool flow_packet_put(struct flow_packets *ring, const struct flow_packet *packet)
{
	uint32_t taken = __atomic_load_n(&ring->taken, __ATOMIC_ACQUIRE);

	if (ring->put - taken == FLOW_PACKETS_MAX)
		return false;
	ring->packets[ring->put % FLOW_PACKETS_MAX] = *packet;
	__atomic_store_n(&ring->put, ring->put + 1, __ATOMIC_RELEASE);
	return true;
}

static inline bool flow_packets_are_none(const struct flow_packets *ring)
{
	return __atomic_load_n(&ring->put, __ATOMIC_ACQUIRE) ==
	       __atomic_load_n(&ring->taken, __ATOMIC_ACQUIRE);
}

/* Returns false if there is none. */
static inline bool flow_packet_take(struct flow_packets *ring, struct flow_packet *packet)
{
	if (flow_packets_are_none(ring))
		return false;
	*packet = ring->packets[ring->taken % FLOW_PACKETS_MAX];
	__atomic_store_n(&ring->taken, ring->taken + 1, __ATOMIC_RELEASE);
	return true;
}

#endif
