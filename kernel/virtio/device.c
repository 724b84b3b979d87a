/* SPDX-License-Identifier: MIT */
#include "kernel/virtio/device.h"

#include <stddef.h>

#include "kernel/machine/clock.h"
#include "lib/cpu/spin.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/text/ticks.h"

/* "Virtio Structure PCI Capabilities": kinds, and offsets in a capability. */
#define KIND_COMMON 1
#define KIND_NOTIFY 2
#define KIND_ISR 3
#define KIND_DEVICE 4
#define CAPABILITY_KIND 3
#define CAPABILITY_BAR 4
#define CAPABILITY_OFFSET 8
#define CAPABILITY_LENGTH 12
#define CAPABILITY_MULTIPLIER 16

/* "Device Status Field". */
#define STATUS_ACKNOWLEDGE 1u
#define STATUS_DRIVER 2u
#define STATUS_DRIVER_OK 4u
#define STATUS_FEATURES_OK 8u
#define STATUS_NEEDS_RESET 0x40u

/* "Reserved Feature Bits", in the second word. */
#define FEATURE_VERSION_1 (1u << 0)
#define FEATURE_ACCESS_PLATFORM (1u << 1)

#define ALIGNMENT 4u                    /* alignment of the registers */
#define NO_VECTOR 0xffffu
#define QUEUE_VECTOR 0u
#define CAPABILITIES_MAX 48u            /* maximum number of capabilities behind the header */
#define RESET_WAIT_MS 5000
#define PROBLEM_CHARS 96

_Static_assert(offsetof(struct virtio_common, queue_select) == 22, "as the specification has it");
_Static_assert(offsetof(struct virtio_common, queue_used) == 48, "as the specification has it");

int virtio_fail(const struct virtio_device *device, int error, const char *format, ...)
{
	char what[PROBLEM_CHARS];
	va_list args;

	va_start(args, format);
	fmt_vbuffer(what, sizeof(what), format, args);
	va_end(args);
	return device->driver->fail(device, error, what);
}

/* ---- Registers ---- */

/* Offset of the first capability of that kind; 0 if there is none. The list may be cyclic. */
static unsigned virtio_capability(const struct virtio_device *device, unsigned kind)
{
	unsigned at = 0;

	for (unsigned i = 0; i < CAPABILITIES_MAX; i++) {
		at = pci_function_capability(device->function, PCI_CAPABILITY_VENDOR, at);
		if (at == 0 ||
		    pci_function_field(device->function, at + CAPABILITY_KIND, 1) == kind)
			return at;
	}
	return 0;
}

static volatile void *virtio_registers(const struct virtio_device *device, unsigned capability,
				       uint64_t offset, uint64_t size_bytes)
{
	uint32_t length = pci_function_field(device->function, capability + CAPABILITY_LENGTH, 4);
	uint64_t place = offset +
			 pci_function_field(device->function, capability + CAPABILITY_OFFSET, 4);

	if (capability == 0 || length < size_bytes || offset > length - size_bytes) {
		virtio_fail(device, -EIO, "no virtio 1 registers");
		return NULL;
	}
	if (place % (size_bytes < ALIGNMENT ? size_bytes : ALIGNMENT) != 0) {
		virtio_fail(device, -EIO, "misaligned registers at %#lx",
			    place);
		return NULL;
	}
	return device->driver->registers(device, pci_function_field(device->function, capability +
								    CAPABILITY_BAR, 1),
					 place, size_bytes);
}

volatile uint16_t *virtio_doorbell(const struct virtio_device *device)
{
	uint64_t step = pci_function_field(device->function,
					   device->notify_capability + CAPABILITY_MULTIPLIER, 4);

	return virtio_registers(device, device->notify_capability,
				device->common->queue_notify_offset * step, sizeof(uint16_t));
}

volatile uint8_t *virtio_line_status(const struct virtio_device *device)
{
	return virtio_registers(device, virtio_capability(device, KIND_ISR), 0, 1);
}

bool virtio_set_vector(const struct virtio_device *device)
{
	device->common->config_vector = NO_VECTOR;
	device->common->queue_vector =
		device->message == PCI_MESSAGE_MSIX ? QUEUE_VECTOR : NO_VECTOR;
	return device->common->queue_vector == QUEUE_VECTOR;
}

/* ---- State ---- */

static bool virtio_is_reset(volatile struct virtio_common *common)
{
	struct spin spin = spin_for(ticks_of_ms(RESET_WAIT_MS, clock_limit_hz()));

	common->status = 0;
	while (common->status != 0) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

void virtio_reset(const struct virtio_device *device)
{
	if (device->common != NULL && !virtio_is_reset(device->common))
		virtio_fail(device, -EIO, "controller reset timed out");
}

static uint32_t virtio_features(volatile struct virtio_common *common, unsigned word)
{
	common->device_feature_select = word;
	return common->device_feature;
}

static void virtio_accept(volatile struct virtio_common *common, unsigned word, uint32_t features)
{
	common->driver_feature_select = word;
	common->driver_feature = features;
}

static int virtio_agree(struct virtio_device *device, uint32_t wanted)
{
	volatile struct virtio_common *common = device->common;
	uint32_t low = virtio_features(common, 0), high = virtio_features(common, 1);

	if ((high & FEATURE_VERSION_1) == 0)
		return virtio_fail(device, -EIO, "no virtio 1 support");
	device->features = low & wanted;
	virtio_accept(common, 0, device->features);
	virtio_accept(common, 1, high & (FEATURE_VERSION_1 | FEATURE_ACCESS_PLATFORM));
	common->status = STATUS_ACKNOWLEDGE | STATUS_DRIVER | STATUS_FEATURES_OK;
	if ((common->status & STATUS_FEATURES_OK) == 0)
		return virtio_fail(device, -EIO, "rejected the features it offered");
	return 0;
}

int virtio_find(struct virtio_device *device, uint32_t wanted, uint64_t size_bytes,
		volatile void **configuration)
{
	device->common = NULL;
	device->notify_capability = virtio_capability(device, KIND_NOTIFY);
	*configuration = virtio_registers(device, virtio_capability(device, KIND_DEVICE), 0,
					  size_bytes);
	if (*configuration == NULL)
		return -EIO;
	device->common = virtio_registers(device, virtio_capability(device, KIND_COMMON), 0,
					  sizeof(*device->common));
	if (device->common == NULL)
		return -EIO;
	if (!virtio_is_reset(device->common))
		return virtio_fail(device, -EIO, "controller reset timed out");
	device->common->status = STATUS_ACKNOWLEDGE;
	device->common->status = STATUS_ACKNOWLEDGE | STATUS_DRIVER;
	return virtio_agree(device, wanted);
}

int virtio_go(const struct virtio_device *device)
{
	volatile struct virtio_common *common = device->common;

	common->status = common->status | STATUS_DRIVER_OK;
	if ((common->status & STATUS_NEEDS_RESET) != 0)
		return virtio_fail(device, -EIO,
				   "requested a reset at start");
	return 0;
}
