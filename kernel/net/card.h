/* SPDX-License-Identifier: MIT */
/* A network card: a PCI function that sends and receives whole Ethernet packets, without checksum.
 * One card is open at a time. Boot CPU, interrupts off. */
#ifndef KERNEL_NET_CARD_H
#define KERNEL_NET_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/dev/pci/pci.h"

/* All sent packets have the minimum size: IEEE 802.3, "Elements of the MAC frame". */
#define CARD_PACKET_BYTES 60u
#define CARD_PACKET_BYTES_MAX 1514u

struct net_card {
	/* Whether the driver supports a function, by its configuration space. */
	bool (*matches)(const struct pci_function *function);

	/* Reset the card and enable sending, and the reception of broadcasts. Uses memory of the
	 * current scope. Returns NULL or a reason. close follows in any case. */
	const char *(*open)(struct pci_function *function);

	/* Start sending a packet of CARD_PACKET_BYTES. Returns false if there is no space now. */
	bool (*send)(const uint8_t *packet);

	/* Receive the next packet, truncated to room bytes. Returns the packet's length, or 0 if
	 * there is none. */
	size_t (*receive)(uint8_t *bytes, size_t room);

	/* Enable or disable the receive interrupt, which the card raises by the open message. May
	 * be NULL. */
	void (*listen)(bool does_interrupt);

	/* Stop the card in any state. */
	void (*close)(void);
};

extern const struct net_card card_virtio, card_e1000;

#endif
