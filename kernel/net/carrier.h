/* SPDX-License-Identifier: MIT */
/* What takes frames from one machine to others: serial lines, or a network. Each machine is a node.
 * Boot CPU, interrupts off. */
#ifndef KERNEL_NET_CARRIER_H
#define KERNEL_NET_CARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/net/frame.h"

struct net_carrier {
	/* Get ready to be node self of so many. Memory is the current scope's. Returns NULL, or
	 * what this machine lacks, in words; then nothing is open. */
	const char *(*open)(unsigned self, unsigned nodes);

	/* Begin to send a frame. Returns false, with nothing done,
	 * if there is no room for it now. */
	bool (*send)(const struct net_frame *frame);

	/* Take the next whole frame that has come, for whomever; go on with what is still to be
	 * sent. Returns false if there is none. */
	bool (*receive)(struct net_frame *frame);

	/* Interrupt at VECTOR_LINE when something has come, as far as that can be had: who waits
	 * also has to look from time to time. */
	void (*listen)(bool does_interrupt);

	/* Bytes that came and were of no frame, since it was opened. */
	uint64_t (*damaged_bytes)(void);

	/* Be as before open. Nothing if it is not open. */
	void (*close)(void);
};

/* A line from the first node's second, third and fourth serial port to the second port of the
 * second, third and fourth node. The other nodes have none between them. */
extern const struct net_carrier net_serial;

/* A network card that there is a driver for, whose network all nodes are on. */
extern const struct net_carrier net_ethernet;

#endif
