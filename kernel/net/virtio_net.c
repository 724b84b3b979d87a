/* SPDX-License-Identifier: MIT */
/* virtio-net: a queue of receive buffers and a queue of packets to send. The header before each
 * packet requests no feature. Virtual I/O Device (VIRTIO) Version 1.1, "Network Device". */
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/net/card.h"
#include "kernel/virtio/queue.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

/* "PCI Device Discovery". */
#define VIRTIO_NET 0x1041
#define VIRTIO_NET_TRANSITIONAL 0x1000

#define QUEUE_RECEIVE 0u
#define QUEUE_SEND 1u
#define HEADER_BYTES 12u                /* "Device Operation", of virtio 1 */
#define ADDRESS_BYTES 6u                /* size of the part of the device's configuration that is
					 * used */
#define BUFFER_BYTES 2048u
#define BUFFERS 16u                     /* per queue; less than 32 */
#define PAGES_BYTES (2 * VIRTIO_QUEUE_BYTES + 2 * BUFFERS * BUFFER_BYTES)
#define PROBLEM_CHARS 128

_Static_assert(HEADER_BYTES + CARD_PACKET_BYTES_MAX <= BUFFER_BYTES, "a buffer holds any packet");

static struct {
	struct virtio_device device;
	struct virtio_queue receive, send;
	volatile uint8_t *received, *sent;      /* buffers */
	uint32_t busy;                  /* bit mask of buffers being sent */
	char problem[PROBLEM_CHARS];
} net;

static bool virtio_net_matches(const struct pci_function *function)
{
	return function->vendor == VIRTIO_VENDOR && (function->device == VIRTIO_NET ||
						     function->device == VIRTIO_NET_TRANSITIONAL);
}

/* ---- Opening ---- */

static int virtio_net_fail(const struct virtio_device *device, int error, const char *what)
{
	(void)device;
	fmt_buffer(net.problem, sizeof(net.problem), "network card (virtio-net): %s", what);
	return error;
}

static volatile void *virtio_net_registers(const struct virtio_device *device, unsigned bar,
					   uint64_t offset, uint64_t size_bytes)
{
	const char *why = NULL;
	volatile void *registers = pci_registers(device->function, bar, offset, size_bytes, &why);

	if (registers == NULL)
		virtio_fail(device, -EIO, "BAR %u %s", bar, why);
	return registers;
}

static const struct virtio_driver driver = {
	.fail = virtio_net_fail, .registers = virtio_net_registers,
};

static void give_buffer(uint32_t buffer)
{
	virtio_queue_add(&net.receive, (uint16_t)buffer);
}

/* Assign buffers and descriptors with equal numbers to each queue. */
static void lay_out_buffers(uint8_t *pages, uint64_t phys)
{
	for (uint32_t i = 0; i < BUFFERS; i++) {
		net.receive.descriptors[i].phys = phys + i * BUFFER_BYTES;
		net.receive.descriptors[i].bytes = BUFFER_BYTES;
		net.receive.descriptors[i].flags = VIRTIO_DESCRIPTOR_WRITE;
		net.send.descriptors[i].phys = phys + (BUFFERS + i) * BUFFER_BYTES;
		net.send.descriptors[i].bytes = HEADER_BYTES + CARD_PACKET_BYTES;
		net.send.descriptors[i].flags = 0;
		give_buffer(i);
	}
	net.received = pages;
	net.sent = pages + BUFFERS * BUFFER_BYTES;
}

static int set_up_queues(void)
{
	uint64_t phys = memory_alloc(PAGES_BYTES, PAGE_4K);
	uint8_t *pages;
	int error;

	if (phys == MEMORY_NONE)
		return virtio_fail(&net.device, -ENOMEM, "no memory for queues");
	pages = memset(phys_to_virt(phys), 0, PAGES_BYTES);
	error = virtio_queue_open(&net.device, &net.receive, QUEUE_RECEIVE, BUFFERS, pages, phys);
	if (error == 0)
		error = virtio_queue_open(&net.device, &net.send, QUEUE_SEND, BUFFERS,
					  pages + VIRTIO_QUEUE_BYTES, phys + VIRTIO_QUEUE_BYTES);
	if (error != 0)
		return error;
	net.send.available->flags = VIRTIO_AVAILABLE_NO_INTERRUPT;
	net.receive.available->flags = VIRTIO_AVAILABLE_NO_INTERRUPT;
	lay_out_buffers(pages + 2 * VIRTIO_QUEUE_BYTES, phys + 2 * VIRTIO_QUEUE_BYTES);
	return 0;
}

static const char *virtio_net_open(struct pci_function *function)
{
	volatile void *configuration;
	int error;

	net.device = (struct virtio_device){
		.driver = &driver, .function = function, .message = PCI_MESSAGE_MSIX,
	};
	net.busy = 0;
	error = virtio_find(&net.device, 0, ADDRESS_BYTES, &configuration);
	if (error == 0)
		error = set_up_queues();
	if (error == 0)
		error = virtio_go(&net.device);
	if (error != 0)
		return net.problem;
	*net.receive.doorbell = QUEUE_RECEIVE;
	return NULL;
}

static void virtio_net_close(void)
{
	virtio_reset(&net.device);
}

/* ---- Packets ---- */

/* The first free send buffer. Returns BUFFERS if there is none. */
static uint32_t free_buffer(void)
{
	uint32_t buffer, bytes;

	for (unsigned i = 0; i < BUFFERS && virtio_queue_take(&net.send, &buffer, &bytes); i++)
		net.busy &= buffer < BUFFERS ? ~(1u << buffer) : UINT32_MAX;
	return (uint32_t)__builtin_ctz(~net.busy);
}

static bool virtio_net_send(const uint8_t *packet)
{
	uint32_t buffer = free_buffer();
	volatile uint8_t *to = net.sent + buffer * BUFFER_BYTES + HEADER_BYTES;

	if (buffer >= BUFFERS)
		return false;
	for (unsigned i = 0; i < CARD_PACKET_BYTES; i++)
		to[i] = packet[i];
	net.busy |= 1u << buffer;
	virtio_queue_submit(&net.send, (uint16_t)buffer);
	return true;
}

/* Receive a packet. Invalid buffer numbers from the device are ignored. */
static size_t virtio_net_receive(uint8_t *packet, size_t room)
{
	uint32_t buffer, bytes;

	for (unsigned i = 0; i < BUFFERS && virtio_queue_take(&net.receive, &buffer, &bytes); i++) {
		const volatile uint8_t *from;
		size_t size;

		if (buffer >= BUFFERS)
			continue;
		from = net.received + buffer * BUFFER_BYTES + HEADER_BYTES;
		size = bytes > HEADER_BYTES && bytes <= BUFFER_BYTES ? bytes - HEADER_BYTES : 0;
		size = size < room ? size : room;
		for (size_t k = 0; k < size; k++)
			packet[k] = from[k];
		give_buffer(buffer);
		*net.receive.doorbell = QUEUE_RECEIVE;
		if (size > 0)
			return size;
	}
	return 0;
}

static void virtio_net_listen(bool does_interrupt)
{
	net.receive.available->flags = does_interrupt ? 0 : VIRTIO_AVAILABLE_NO_INTERRUPT;
}

const struct net_card card_virtio = {
	.matches = virtio_net_matches,
	.open = virtio_net_open,
	.send = virtio_net_send,
	.receive = virtio_net_receive,
	.listen = virtio_net_listen,
	.close = virtio_net_close,
};
