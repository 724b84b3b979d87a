/* SPDX-License-Identifier: MIT */
/* A virtio device over PCI, whatever it is: finding its registers, agreeing on features, its state
 * and its queues. Virtual I/O Device (VIRTIO) Version 1.1, "Virtio Over PCI Bus". */
#ifndef KERNEL_VIRTIO_DEVICE_H
#define KERNEL_VIRTIO_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/dev/pci/message.h"

/* "PCI Device Discovery". */
#define VIRTIO_VENDOR 0x1af4

/* "Common configuration structure layout". */
struct virtio_common {
	uint32_t device_feature_select, device_feature;
	uint32_t driver_feature_select, driver_feature;
	uint16_t config_vector, queue_count;
	uint8_t status, generation;
	uint16_t queue_select, queue_size, queue_vector, queue_enable, queue_notify_offset;
	uint32_t queue_descriptors[2], queue_available[2], queue_used[2];
};

struct virtio_device;

/* What a device's driver does for it. */
struct virtio_driver {
	/* Say what is wrong. Returns error, a negative errno. */
	int (*fail)(const struct virtio_device *device, int error, const char *what);

	/* Registers of the function, or NULL, having failed. */
	volatile void *(*registers)(const struct virtio_device *device, unsigned bar,
				    uint64_t offset, uint64_t size_bytes);
};

struct virtio_device {
	const struct virtio_driver *driver;
	void *owner;                    /* the driver's */
	struct pci_function *function;
	enum pci_message_kind message;  /* by which it interrupts */
	volatile struct virtio_common *common;
	unsigned notify_capability;     /* where it is in configuration space */
	uint32_t features;              /* of the first word, that were agreed on */
};

/* Say what is wrong, in the driver's way. Returns error. */
int virtio_fail(const struct virtio_device *device, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Find its registers, reset it, and agree on those of the wanted features that it offers. driver,
 * owner, function and message are set. Stores its own configuration, of so many bytes. Returns 0,
 * or what was failed with. */
int virtio_find(struct virtio_device *device, uint32_t wanted, uint64_t size_bytes,
		volatile void **configuration);

/* Let it begin, once its queues are there. */
int virtio_go(const struct virtio_device *device);

/* Bring it to where it does nothing, if its registers were found. */
void virtio_reset(const struct virtio_device *device);

/* Let the selected queue interrupt by MSI-X, if that is how. Returns whether it will. */
bool virtio_set_vector(const struct virtio_device *device);

/* Where the selected queue is rung; NULL, having failed. */
volatile uint16_t *virtio_doorbell(const struct virtio_device *device);

/* Registers of 64 bits are written by halves. */
static inline void virtio_write_64(volatile uint32_t where[2], uint64_t value)
{
	where[0] = (uint32_t)value;
	where[1] = (uint32_t)(value >> 32);
}

#endif
