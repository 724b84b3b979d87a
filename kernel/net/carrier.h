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
	 * why this machine cannot; then nothing is open. */
	const char *(*open)(unsigned self, unsigned nodes);

	/* Start sending a frame. Returns false, with no effect, if there is no space now. */
	bool (*send)(const struct net_frame *frame);

	/* Receive the next whole frame, to any node, and continue sending. Returns false if there
	 * is none. */
	bool (*receive)(struct net_frame *frame);

	/* Enable or disable interrupts on reception, at VECTOR_LINE, if supported. Callers must
	 * also poll. */
	void (*listen)(bool does_interrupt);

	/* Received bytes since open that belong to no frame. */
	uint64_t (*damaged_bytes)(void);

	/* Restore the state before open. Does nothing if not open. */
	void (*close)(void);
};

/* Serial lines: from node 0's second, third and fourth serial port to the second port of nodes 1, 2
 * and 3. Other nodes are not connected to each other. */
extern const struct net_carrier net_serial;

/* A supported network card; all nodes are on its network. */
extern const struct net_carrier net_ethernet;

#endif
