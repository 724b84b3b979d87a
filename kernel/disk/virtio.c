/* SPDX-License-Identifier: MIT */
/* virtio-blk over PCI, with one split virtqueue. A request is a chain of descriptors: header, data
 * and status. Slot i uses the descriptors from 3 i on. Names and sections: Virtual I/O Device
 * (VIRTIO) Version 1.1, "Split Virtqueues", "Virtio Over PCI Bus", "Block Device". */
#include <stddef.h>

#include "kernel/disk/disk.h"
#include "kernel/virtio/queue.h"
#include "lib/text/errno.h"

/* "PCI Device Discovery". */
#define VIRTIO_BLOCK 0x1042
#define VIRTIO_BLOCK_TRANSITIONAL 0x1001

/* "Feature Bits" of the block device. */
#define FEATURE_SIZE_MAX (1u << 1)
#define FEATURE_READ_ONLY (1u << 5)
#define FEATURE_BLOCK_BYTES (1u << 6)
#define FEATURE_FLUSH (1u << 9)

#define CHAIN 3u                        /* descriptors per request */
#define SECTOR_SHIFT 9u                 /* requests and capacity are in units of 512 bytes */
#define TYPE_IN 0u
#define TYPE_OUT 1u
#define TYPE_FLUSH 4u
#define STATUS_OK 0u
#define STATUS_IO_ERROR 1u
#define STATUS_UNSUPPORTED 2u
#define STATUS_PENDING 0xffu            /* no device writes this value: the status is not written
					 * yet */

/* "Block Device", "Device configuration layout". */
struct virtio_block {
	uint32_t capacity[2];
	uint32_t size_max, segments_max, geometry;
	uint32_t block_bytes;
};

_Static_assert(offsetof(struct virtio_block, block_bytes) == 20, "as the specification has it");

struct virtio_header {
	uint32_t type, reserved;
	uint64_t sector;
};

static struct {
	struct virtio_device device;
	struct virtio_queue queue;
	volatile struct virtio_block *block;
	volatile struct virtio_header *headers; /* in a page after the queue's, with the next
						 * member */
	volatile uint8_t *statuses;
	volatile uint8_t *line_status;  /* reading it releases the line; NULL: messages */
	uint64_t headers_phys;
	unsigned block_shift;           /* shift from the disk's block size to 512 bytes */
	uint32_t bytes[DISK_DEPTH_MAX]; /* number of bytes that the device should write to memory,
					 * for each slot */
} virtio;

static bool virtio_matches(const struct pci_function *function)
{
	return function->vendor == VIRTIO_VENDOR && (function->device == VIRTIO_BLOCK ||
						     function->device == VIRTIO_BLOCK_TRANSITIONAL);
}

/* ---- Opening ---- */

static int virtio_disk_fail(const struct virtio_device *device, int error, const char *what)
{
	return disk_fail(device->owner, error, "%s", what);
}

static volatile void *virtio_disk_registers(const struct virtio_device *device, unsigned bar,
					    uint64_t offset, uint64_t size_bytes)
{
	return disk_registers(device->owner, bar, offset, size_bytes);
}

static const struct virtio_driver driver = {
	.fail = virtio_disk_fail, .registers = virtio_disk_registers,
};

static void virtio_chain(unsigned slot)
{
	volatile struct virtio_descriptor *chain = &virtio.queue.descriptors[CHAIN * slot];

	chain[0].phys = virtio.headers_phys + slot * sizeof(struct virtio_header);
	chain[0].bytes = sizeof(struct virtio_header);
	chain[0].flags = VIRTIO_DESCRIPTOR_NEXT;
	chain[0].next = (uint16_t)(CHAIN * slot + 1);
	chain[1].flags = VIRTIO_DESCRIPTOR_NEXT | VIRTIO_DESCRIPTOR_WRITE;
	chain[1].next = (uint16_t)(CHAIN * slot + 2);
	chain[2].phys = virtio.headers_phys + VIRTIO_PAGE_BYTES / 2 + slot;
	chain[2].bytes = 1;
	chain[2].flags = VIRTIO_DESCRIPTOR_WRITE;
}

static int virtio_set_up_queue(struct disk *disk)
{
	uint64_t phys;
	uint8_t *pages = disk_memory(VIRTIO_QUEUE_BYTES + VIRTIO_PAGE_BYTES, &phys);
	int error;

	if (pages == NULL)
		return disk_fail(disk, -ENOMEM, "no memory for the queue");
	error = virtio_queue_open(&virtio.device, &virtio.queue, 0, CHAIN, pages, phys);
	if (error != 0)
		return error;
	virtio.headers = (void *)(pages + VIRTIO_QUEUE_BYTES);
	virtio.statuses = pages + VIRTIO_QUEUE_BYTES + VIRTIO_PAGE_BYTES / 2;
	virtio.headers_phys = phys + VIRTIO_QUEUE_BYTES;
	disk->facts.depth = virtio.queue.size / CHAIN < DISK_DEPTH_MAX ? virtio.queue.size / CHAIN
								       : DISK_DEPTH_MAX;
	for (unsigned slot = 0; slot < disk->facts.depth; slot++)
		virtio_chain(slot);
	disk->facts.can_interrupt = virtio.queue.can_interrupt || virtio.line_status != NULL;
	virtio.queue.available->flags =
		disk->use.completion == DISK_POLL ? VIRTIO_AVAILABLE_NO_INTERRUPT : 0;
	return 0;
}

/* Read the facts. Requests must be multiples of the disk's block size. disk_check_facts rejects an
 * impossible block size. */
static void virtio_read_facts(struct disk *disk)
{
	const volatile struct virtio_block *block = virtio.block;
	uint32_t bytes_max = (virtio.device.features & FEATURE_SIZE_MAX) != 0 ? block->size_max
									      : UINT32_MAX;

	disk->facts.sector_bytes = (virtio.device.features & FEATURE_BLOCK_BYTES) != 0
					   ? block->block_bytes : 1u << SECTOR_SHIFT;
	virtio.block_shift = disk->facts.sector_bytes >> SECTOR_SHIFT == 0 ? 0 :
		(unsigned)__builtin_ctz(disk->facts.sector_bytes >> SECTOR_SHIFT);
	disk->facts.sectors = ((uint64_t)block->capacity[1] << 32 | block->capacity[0]) >>
			      virtio.block_shift;
	disk->facts.bytes_max = bytes_max < DISK_BYTES_MAX ? bytes_max : DISK_BYTES_MAX;
	disk->facts.can_write = (virtio.device.features & FEATURE_READ_ONLY) == 0 &&
				(virtio.device.features & FEATURE_FLUSH) != 0;
}

static int virtio_open(struct disk *disk)
{
	volatile void *block;
	int error;

	virtio.device = (struct virtio_device){
		.driver = &driver, .owner = disk, .function = disk->function,
		.message = disk->message,
	};
	error = virtio_find(&virtio.device, FEATURE_SIZE_MAX | FEATURE_READ_ONLY |
			    FEATURE_BLOCK_BYTES | FEATURE_FLUSH, sizeof(*virtio.block), &block);
	if (error != 0)
		return error;
	virtio.block = block;
	virtio.line_status = disk->message == PCI_LINE ? virtio_line_status(&virtio.device) : NULL;
	virtio_read_facts(disk);
	error = virtio_set_up_queue(disk);
	return error != 0 ? error : virtio_go(&virtio.device);
}

static void virtio_close(struct disk *disk)
{
	(void)disk;
	virtio_reset(&virtio.device);
}

/* ---- Requests ---- */

static void virtio_submit(struct disk *disk, unsigned slot, const struct disk_command *read)
{
	volatile struct virtio_header *header = &virtio.headers[slot];
	volatile struct virtio_descriptor *data = &virtio.queue.descriptors[CHAIN * slot + 1];

	(void)disk;
	header->type = TYPE_IN;
	header->sector = read->sector << virtio.block_shift;
	data->phys = read->buffer_phys;
	data->bytes = read->bytes;
	virtio.bytes[slot] = read->bytes;
	virtio.statuses[slot] = STATUS_PENDING;
	virtio_queue_submit(&virtio.queue, (uint16_t)(CHAIN * slot));
}

/* Submit a flush or a write. A flush has no data, and the device writes only the status. */
static void virtio_submit_write(struct disk *disk, unsigned slot,
				const struct disk_command *write)
{
	volatile struct virtio_header *header = &virtio.headers[slot];
	volatile struct virtio_descriptor *chain = &virtio.queue.descriptors[CHAIN * slot];
	bool has_data = write->operation == DISK_WRITE;

	(void)disk;
	header->type = has_data ? TYPE_OUT : TYPE_FLUSH;
	header->sector = has_data ? write->sector << virtio.block_shift : 0;
	chain[0].next = (uint16_t)(CHAIN * slot + (has_data ? 1 : 2));
	chain[1].phys = write->buffer_phys;
	chain[1].bytes = write->bytes;
	chain[1].flags = VIRTIO_DESCRIPTOR_NEXT;
	virtio.bytes[slot] = 0;
	virtio.statuses[slot] = STATUS_PENDING;
	virtio_queue_submit(&virtio.queue, (uint16_t)(CHAIN * slot));
}

/* Check a request's result: the number of bytes written and the status. */
static int virtio_judge(const struct disk *disk, unsigned slot, uint32_t bytes, int *status)
{
	uint8_t said = virtio.statuses[slot];

	*status = said == STATUS_OK ? 0 : -EIO;
	if (said == STATUS_IO_ERROR || said == STATUS_UNSUPPORTED)
		return 1;
	if (said != STATUS_OK)
		return disk_fail(disk, -EIO, "request returned unknown status %#x", said);
	if (bytes < virtio.bytes[slot])
		return disk_fail(disk, -EIO, "read returned %u of %u bytes", bytes,
				 virtio.bytes[slot]);
	return 1;
}

static int virtio_poll(struct disk *disk, unsigned *slot, int *status)
{
	uint32_t id, bytes;

	if (!virtio_queue_take(&virtio.queue, &id, &bytes))
		return 0;
	*slot = id / CHAIN;
	if (id % CHAIN != 0 || *slot >= disk->use.depth)
		return disk_fail(disk, -EIO, "completed descriptor %u, which begins no request",
				 id);
	return virtio_judge(disk, *slot, bytes, status);
}

static void virtio_silence(struct disk *disk)
{
	(void)disk;
	if (virtio.line_status != NULL)
		(void)*virtio.line_status;
}

const struct disk_driver disk_virtio = {
	.name = "virtio",
	.matches = virtio_matches,
	.open = virtio_open,
	.submit = virtio_submit,
	.submit_write = virtio_submit_write,
	.poll = virtio_poll,
	.silence = virtio_silence,
	.close = virtio_close,
};
