/* SPDX-License-Identifier: MIT */
/* Packets between nodes, and the shared memory that carries them: a ring for each pair of nodes and
 * direction. One CPU at a time writes to a ring and one reads from it. They do not wait for each
 * other. No hardware access. */
#ifndef KERNEL_FLOW_PACKET_H
#define KERNEL_FLOW_PACKET_H

#include <stdbool.h>
#include <stdint.h>

/* A datagram with its sub-task: Ashton & Penny, "The Interaction Network", 1991, section 7.1. */
struct flow_packet {
	uint32_t subtask;               /* sub-task of the message; 0: no task */
	uint32_t source;                /* first sub-task of the interaction */
	uint32_t word;
	uint8_t port;                   /* port's object of the receiving node */
	uint8_t scales;                 /* scales for the objects that the sub-task uses, as bits */
};

#define FLOW_PACKETS_MAX 16             /* per ring, a power of 2 */

/* Zero-initialised: empty. The two counts are never reset, and their difference is the number of
 * packets. */
struct flow_packets {
	uint32_t put, taken;
	struct flow_packet packets[FLOW_PACKETS_MAX];
};

/* Append a packet. If the ring is full, returns false and does nothing. */
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

/* Take the oldest packet. Returns false if the ring is empty. */
static inline bool flow_packet_take(struct flow_packets *ring, struct flow_packet *packet)
{
	if (flow_packets_are_none(ring))
		return false;
	*packet = ring->packets[ring->taken % FLOW_PACKETS_MAX];
	__atomic_store_n(&ring->taken, ring->taken + 1, __ATOMIC_RELEASE);
	return true;
}

#endif
