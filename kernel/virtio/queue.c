/* SPDX-License-Identifier: MIT */
#include "kernel/virtio/queue.h"

#include "lib/cpu/device_order.h"
#include "lib/text/errno.h"

/* Size of a queue. A queue may use fewer entries than the device supports, as a power of two. */
static int queue_size(const struct virtio_device *device, struct virtio_queue *queue,
		      unsigned least)
{
	uint16_t size = device->common->queue_size;

	if (size == 0)
		return virtio_fail(device, -EIO, "queue size is 0");
	if ((size & (size - 1)) != 0)
		return virtio_fail(device, -EIO, "invalid queue size of %u", size);
	if (size < least)
		return virtio_fail(device, -EIO, "queue too small: %u entries, %u needed",
				   size, least);
	queue->size = size < VIRTIO_QUEUE_SIZE_MAX ? size : VIRTIO_QUEUE_SIZE_MAX;
	return 0;
}

int virtio_queue_open(const struct virtio_device *device, struct virtio_queue *queue,
		      uint16_t number, unsigned least, void *pages, uint64_t phys)
{
	volatile struct virtio_common *common = device->common;
	uint8_t *bytes = pages;
	int error;

	*queue = (struct virtio_queue){
		.descriptors = pages, .number = number,
		.available = (void *)(bytes + VIRTIO_PAGE_BYTES),
		.used = (void *)(bytes + 2 * VIRTIO_PAGE_BYTES),
	};
	common->queue_select = number;
	error = queue_size(device, queue, least);
	if (error != 0)
		return error;
	common->queue_size = queue->size;
	virtio_write_64(common->queue_descriptors, phys);
	virtio_write_64(common->queue_available, phys + VIRTIO_PAGE_BYTES);
	virtio_write_64(common->queue_used, phys + 2 * VIRTIO_PAGE_BYTES);
	queue->can_interrupt = virtio_set_vector(device);
	queue->doorbell = virtio_doorbell(device);
	if (queue->doorbell == NULL)
		return -EIO;
	common->queue_enable = 1;
	return 0;
}

void virtio_queue_add(struct virtio_queue *queue, uint16_t descriptor)
{
	queue->available->ring[queue->available->index % queue->size] = descriptor;
	device_publish();
	queue->available->index++;
}

void virtio_queue_submit(struct virtio_queue *queue, uint16_t descriptor)
{
	virtio_queue_add(queue, descriptor);
	device_publish();
	*queue->doorbell = queue->number;
}

bool virtio_queue_take(struct virtio_queue *queue, uint32_t *descriptor, uint32_t *bytes)
{
	uint16_t at = queue->seen % queue->size;

	if (queue->used->index == queue->seen)
		return false;
	device_observe();
	*descriptor = queue->used->ring[at].id;
	*bytes = queue->used->ring[at].bytes;
	queue->seen++;
	return true;
}
