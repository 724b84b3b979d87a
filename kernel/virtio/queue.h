/* SPDX-License-Identifier: MIT */
/* A split virtqueue. The device shares its memory, hence volatile. Virtual I/O Device (VIRTIO)
 * Version 1.1, "Split Virtqueues". */
#ifndef KERNEL_VIRTIO_QUEUE_H
#define KERNEL_VIRTIO_QUEUE_H

#include "kernel/virtio/device.h"

#define VIRTIO_QUEUE_SIZE_MAX 128u
#define VIRTIO_PAGE_BYTES 4096u
#define VIRTIO_QUEUE_BYTES (3 * VIRTIO_PAGE_BYTES)      /* a page per part */

/* Flags of descriptors, and of the available ring. */
#define VIRTIO_DESCRIPTOR_NEXT 1u
#define VIRTIO_DESCRIPTOR_WRITE 2u      /* written by the device */
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
	uint16_t size;                  /* entries */
	uint16_t seen;                  /* number of entries of the used ring that were processed */
	bool can_interrupt;
};

/* Set up queue number with the given least number of descriptors, in VIRTIO_QUEUE_BYTES of cleared
 * memory. Call it after virtio_find() and before virtio_go(). Returns 0 or the driver's error. */
int virtio_queue_open(const struct virtio_device *device, struct virtio_queue *queue,
		      uint16_t number, unsigned least, void *pages, uint64_t phys);

/* Make a chain available, which its first descriptor names. virtio_queue_submit also notifies the
 * device. */
void virtio_queue_add(struct virtio_queue *queue, uint16_t descriptor);
void virtio_queue_submit(struct virtio_queue *queue, uint16_t descriptor);

/* Take the next used chain: its first descriptor, unchecked, and the number of bytes that the
 * device claims to have written. Returns false if there is none. */
bool virtio_queue_take(struct virtio_queue *queue, uint32_t *descriptor, uint32_t *bytes);

#endif
