/* SPDX-License-Identifier: MIT */
/* A virtio device over PCI: finding its registers, agreeing on features, its state. Virtual I/O
 * Device (VIRTIO) Version 1.1, "Virtio Over PCI Bus". */
#ifndef KERNEL_DISK_VIRTIO_H
#define KERNEL_DISK_VIRTIO_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/disk/disk.h"

/* "PCI Device Discovery". */
#define VIRTIO_VENDOR 0x1af4
#define VIRTIO_BLOCK 0x1042
#define VIRTIO_BLOCK_TRANSITIONAL 0x1001

/* "Common configuration structure layout". */
struct virtio_common {
	uint32_t device_feature_select, device_feature;
	uint32_t driver_feature_select, driver_feature;
	uint16_t config_vector, queue_count;
	uint8_t status, generation;
	uint16_t queue_select, queue_size, queue_vector, queue_enable, queue_notify_offset;
	uint32_t queue_descriptors[2], queue_available[2], queue_used[2];
};

/* "Block Device", "Device configuration layout". */
struct virtio_block {
	uint32_t capacity[2];
	uint32_t size_max, segments_max, geometry;
	uint32_t block_bytes;
};

struct virtio_device {
	volatile struct virtio_common *common;
	volatile struct virtio_block *block;
	unsigned notify_capability;     /* where it is in configuration space */
	bool has_size_max, has_block_bytes;
};

/* Find its registers, reset it, and agree on features. Returns 0, or what disk_fail returned. */
int virtio_find(struct disk *disk, struct virtio_device *device);

/* Let it begin, once its queue is there. */
int virtio_go(struct disk *disk, struct virtio_device *device);

/* Bring it to where it does nothing, if its registers were found. */
void virtio_reset(struct disk *disk, struct virtio_device *device);

/* Let the selected queue interrupt by MSI-X, if that is how. Returns whether it will. */
bool virtio_set_vector(struct virtio_device *device, enum pci_message_kind message);

/* Where the selected queue is rung; NULL, having failed. */
volatile uint16_t *virtio_doorbell(struct disk *disk, struct virtio_device *device);

/* Registers of 64 bits are written by halves. */
static inline void virtio_write_64(volatile uint32_t where[2], uint64_t value)
{
	where[0] = (uint32_t)value;
	where[1] = (uint32_t)(value >> 32);
}

#endif
