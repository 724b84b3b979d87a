/* SPDX-License-Identifier: MIT */
/* A network card: a PCI function that takes and gives whole Ethernet packets, without their
 * checksum. One is open at a time. Boot CPU, interrupts off. */
#ifndef KERNEL_NET_CARD_H
#define KERNEL_NET_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/dev/pci/pci.h"

/* Ours are the shortest that there may be: IEEE 802.3, "Elements of the MAC frame". */
#define CARD_PACKET_BYTES 60u
#define CARD_PACKET_BYTES_MAX 1514u

struct net_card {
	/* Whether it may drive a function, by what configuration space says. */
	bool (*matches)(const struct pci_function *function);

	/* Reset it and make it ready to send and to receive what is for everybody. Memory is the
	 * current scope's. Returns NULL, or what is wrong; close follows in any case. */
	const char *(*open)(struct pci_function *function);

	/* Begin to send a packet of CARD_PACKET_BYTES. Returns false if there is no room now. */
	bool (*send)(const uint8_t *packet);

	/* Take the next packet, of which at most room bytes are wanted. Returns how many there are;
	 * 0 if there is none. */
	size_t (*receive)(uint8_t *bytes, size_t room);

	/* Interrupt when one has come, by the message that is open; or don't. May be NULL. */
	void (*listen)(bool does_interrupt);

	/* Stop it, whatever it is at. */
	void (*close)(void);
};

extern const struct net_card card_virtio, card_e1000;

#endif
