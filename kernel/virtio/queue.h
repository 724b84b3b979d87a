/* SPDX-License-Identifier: MIT */
/* A split virtqueue, in memory that it shares with the device: hence volatile. Virtual I/O Device
 * (VIRTIO) Version 1.1, "Split Virtqueues". */
#ifndef KERNEL_VIRTIO_QUEUE_H
#define KERNEL_VIRTIO_QUEUE_H

#include "kernel/virtio/device.h"

#define VIRTIO_QUEUE_SIZE_MAX 128u
#define VIRTIO_PAGE_BYTES 4096u
#define VIRTIO_QUEUE_BYTES (3 * VIRTIO_PAGE_BYTES)      /* of each part a page */

/* Flags of descriptors, and of the available ring. */
#define VIRTIO_DESCRIPTOR_NEXT 1u
#define VIRTIO_DESCRIPTOR_WRITE 2u      /* by the device */
#define VIRTIO_AVAILABLE_NO_INTERRUPT 1u

struct virtio_descriptor {
	uint64_t phys;
	uint32_t bytes;
	uint16_t flags, next;
};

struct virtio_available {
	uint16_t flags, index;
	uint16_t ring[VIRTIO_QUEUE_SIZE_MAX];
};

struct virtio_used {
	uint16_t flags, index;
	struct {
		uint32_t id, bytes;
	} ring[VIRTIO_QUEUE_SIZE_MAX];
};

struct virtio_queue {
	volatile struct virtio_descriptor *descriptors;
	volatile struct virtio_available *available;
	volatile struct virtio_used *used;
	volatile uint16_t *doorbell;
	uint16_t number;
	uint16_t size;                  /* in entries */
	uint16_t seen;                  /* how many of the used ring have been looked at */
	bool can_interrupt;
};

/* Set up the device's queue of that number, with an entry for each of so many descriptors at least,
 * in VIRTIO_QUEUE_BYTES of cleared memory. After virtio_find and before virtio_go. Returns 0, or
 * what was failed with. */
int virtio_queue_open(const struct virtio_device *device, struct virtio_queue *queue,
		      uint16_t number, unsigned least, void *pages, uint64_t phys);

/* Give the device the chain that begins with a descriptor; the second also tells it. */
void virtio_queue_add(struct virtio_queue *queue, uint16_t descriptor);
void virtio_queue_submit(struct virtio_queue *queue, uint16_t descriptor);

/* Take the next chain that the device is done with: its first descriptor, which may be anything,
 * and how many bytes it says that it wrote. Returns false if there is none. */
bool virtio_queue_take(struct virtio_queue *queue, uint32_t *descriptor, uint32_t *bytes);

#endif
