/* SPDX-License-Identifier: MIT */
/* Transports frames between machines: serial lines or a network. Each machine is a node. Boot CPU,
 * interrupts off. */
#ifndef KERNEL_NET_CARRIER_H
#define KERNEL_NET_CARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/net/frame.h"

struct net_carrier {
	/* Open as node self of nodes. Uses memory of the current scope. Returns NULL, or the reason
	 * why this machine cannot. In that case nothing is open. */
	const char *(*open)(unsigned self, unsigned nodes);

	/* Start sending a frame. Returns false, with no effect, if there is no space now. */
	bool (*send)(const struct net_frame *frame);

	/* Receive the next whole frame, which may be addressed to any node, and continue sending.
	 * Returns false if there is none. */
	bool (*receive)(struct net_frame *frame);

	/* Enable or disable interrupts on reception, at VECTOR_LINE, if supported. Callers must
	 * also poll. */
	void (*listen)(bool does_interrupt);

	/* Received bytes since open that belong to no frame. */
	uint64_t (*damaged_bytes)(void);

	/* Restore the state before open. If the carrier is not open, do nothing. */
	void (*close)(void);
};

/* Serial lines. Node 0's second, third and fourth serial ports lead to the second ports of nodes 1,
 * 2 and 3, which are not connected to each other. */
extern const struct net_carrier net_serial;

/* A supported network card. All nodes are on its network. */
extern const struct net_carrier net_ethernet;

#endif
