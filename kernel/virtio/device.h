/* SPDX-License-Identifier: MIT */
/* A virtio device of any type over PCI: its registers, feature negotiation, state and queues.
 * Virtual I/O Device (VIRTIO) Version 1.1, "Virtio Over PCI Bus". */
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

/* Services of a device's driver. */
struct virtio_driver {
	/* Report a problem. Returns error, which is a negative errno. */
	int (*fail)(const struct virtio_device *device, int error, const char *what);

	/* Registers of the function, or NULL after reporting a failure. */
	volatile void *(*registers)(const struct virtio_device *device, unsigned bar,
				    uint64_t offset, uint64_t size_bytes);
};

struct virtio_device {
	const struct virtio_driver *driver;
	void *owner;                    /* for the driver */
	struct pci_function *function;
	enum pci_message_kind message;  /* kind of interrupt */
	volatile struct virtio_common *common;
	unsigned notify_capability;     /* offset of the capability in configuration space */
	uint32_t features;              /* first word of the negotiated features */
};

/* Report a problem through the driver. Returns error. */
int virtio_fail(const struct virtio_device *device, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Find the registers, reset the device, and negotiate the wanted features that the device offers.
 * driver, owner, function and message must be set. Stores the address of the device-specific
 * configuration, which has size_bytes. Returns 0 or the driver's error. */
int virtio_find(struct virtio_device *device, uint32_t wanted, uint64_t size_bytes,
		volatile void **configuration);

/* Start the device, after its queues are set up. Returns 0 or the driver's error. */
int virtio_go(const struct virtio_device *device);

/* Reset the device, if its registers were found. */
void virtio_reset(const struct virtio_device *device);

/* If the selected queue uses an MSI-X vector, set it. Returns whether the device accepted it. */
bool virtio_set_vector(const struct virtio_device *device);

/* The register whose reads release the interrupt line; NULL after reporting a failure. "ISR status
 * capability". */
volatile uint8_t *virtio_line_status(const struct virtio_device *device);

/* The selected queue's doorbell; NULL after reporting a failure. */
volatile uint16_t *virtio_doorbell(const struct virtio_device *device);

/* Write a 64-bit register, in two halves. */
static inline void virtio_write_64(volatile uint32_t where[2], uint64_t value)
{
	where[0] = (uint32_t)value;
	where[1] = (uint32_t)(value >> 32);
}

#endif
