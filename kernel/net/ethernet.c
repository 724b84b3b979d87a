/* SPDX-License-Identifier: MIT */
/* Sends frames as Ethernet broadcasts, because every switch forwards them, and no address must be
 * known. IEEE 802.3, "Elements of the MAC frame"; the type is for experiments, IEEE 802, "Local
 * Experimental EtherTypes". */
#include "kernel/dev/pci/message.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/interrupts.h"
#include "kernel/net/card.h"
#include "kernel/net/carrier.h"
#include "lib/text/string.h"

#define ADDRESS_BYTES 6u
#define AT_TYPE 12u
#define AT_FRAME 14u
#define TYPE_HIGH 0x88
#define TYPE_LOW 0xb5
#define LOCALLY_ADMINISTERED 0x02
#define PACKETS_MAX 64u                 /* number of foreign packets that are skipped in a row,
					 * because the network may be busy */

_Static_assert(AT_FRAME + NET_FRAME_BYTES_MAX <= CARD_PACKET_BYTES, "any frame fits a packet");

static const struct net_card *const cards[] = {&card_virtio, &card_e1000};

static struct {
	const struct net_card *card;    /* NULL: not open */
	struct pci_function *function;
	uint8_t self;
	uint64_t damaged_bytes;
} ethernet;

static const struct net_card *card_for(const struct pci_function *function)
{
	for (size_t i = 0; i < sizeof(cards) / sizeof(cards[0]); i++) {
		if (cards[i]->matches(function))
			return cards[i];
	}
	return NULL;
}

static void ethernet_close(void)
{
	if (ethernet.card == NULL)
		return;
	ethernet.card->close();
	pci_message_close(ethernet.function, VECTOR_LINE);
	pci_function_stop(ethernet.function);
	ethernet.card = NULL;
}

static const char *ethernet_open(unsigned self, unsigned nodes)
{
	size_t functions;
	struct pci_function *function = pci_functions(&functions);
	const char *why;

	(void)nodes;
	if (firmware_is_resident())
		return "resident firmware uses the network cards; boot with firmware=exit";
	ethernet_close();
	while (functions > 0 && card_for(function) == NULL) {
		functions--;
		function++;
	}
	if (functions == 0)
		return "no supported network card (virtio-net, Intel 82574L, 82540EM, 82545EM)";
	ethernet.card = card_for(function);
	ethernet.function = function;
	ethernet.self = (uint8_t)self;
	ethernet.damaged_bytes = 0;
	pci_function_start(function);
	pci_message_open(function, VECTOR_LINE, cpu_hardware_id());
	why = ethernet.card->open(function);
	if (why != NULL)
		ethernet_close();
	return why;
}

static bool ethernet_send(const struct net_frame *frame)
{
	uint8_t packet[CARD_PACKET_BYTES] = {0};

	memset(packet, 0xff, ADDRESS_BYTES);
	packet[ADDRESS_BYTES] = LOCALLY_ADMINISTERED;
	packet[2 * ADDRESS_BYTES - 1] = ethernet.self;
	packet[AT_TYPE] = TYPE_HIGH;
	packet[AT_TYPE + 1] = TYPE_LOW;
	net_frame_write(frame, packet + AT_FRAME);
	return ethernet.card->send(packet);
}

/* Receive a frame. Packets of another type are foreign, not damaged. */
static bool ethernet_receive(struct net_frame *frame)
{
	uint8_t packet[CARD_PACKET_BYTES];
	size_t size;

	for (unsigned i = 0; i < PACKETS_MAX; i++) {
		size = ethernet.card->receive(packet, sizeof(packet));
		if (size == 0)
			break;
		if (size <= AT_FRAME || packet[AT_TYPE] != TYPE_HIGH ||
		    packet[AT_TYPE + 1] != TYPE_LOW)
			continue;
		if (net_frame_read(packet + AT_FRAME, size - AT_FRAME, frame) > 0)
			return true;
		ethernet.damaged_bytes += size - AT_FRAME;
	}
	return false;
}

static void ethernet_listen(bool does_interrupt)
{
	if (ethernet.card->listen != NULL)
		ethernet.card->listen(does_interrupt);
}

static uint64_t ethernet_damaged_bytes(void)
{
	return ethernet.damaged_bytes;
}

const struct net_carrier net_ethernet = {
	.open = ethernet_open,
	.send = ethernet_send,
	.receive = ethernet_receive,
	.listen = ethernet_listen,
	.damaged_bytes = ethernet_damaged_bytes,
	.close = ethernet_close,
};
