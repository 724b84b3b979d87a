/* SPDX-License-Identifier: MIT */
/* virtio-blk over PCI, by one split virtqueue. A read is a chain of three descriptors: what is asked,
 * where it goes, and the status; slot i has those from 3 i on. Names and sections: Virtual I/O Device
 * (VIRTIO) Version 1.1, "Split Virtqueues", "Virtio Over PCI Bus", "Block Device". */
#include "kernel/disk/virtio.h"

#include "kernel/disk/disk.h"
#include "lib/text/errno.h"
#include "lib/x86/control.h"

#define QUEUE_SIZE_MAX 128u
#define CHAIN 3u                        /* descriptors of a read */
#define SECTOR_SHIFT 9u                 /* in sectors of 512 bytes requests and capacity count */
#define DESCRIPTOR_NEXT 1u
#define DESCRIPTOR_WRITE 2u             /* by the device */
#define AVAILABLE_NO_INTERRUPT 1u
#define TYPE_IN 0u
#define STATUS_OK 0u
#define STATUS_IO_ERROR 1u
#define STATUS_UNSUPPORTED 2u
#define STATUS_PENDING 0xffu            /* ours: the device has not written it */
#define PAGE_BYTES 4096u

struct virtio_descriptor {
	uint64_t phys;
	uint32_t bytes;
	uint16_t flags, next;
};

struct virtio_available {
	uint16_t flags, index;
	uint16_t ring[QUEUE_SIZE_MAX];
};

struct virtio_used {
	uint16_t flags, index;
	struct {
		uint32_t id, bytes;
	} ring[QUEUE_SIZE_MAX];
};

struct virtio_header {
	uint32_t type, reserved;
	uint64_t sector;
};

/* What the device reads and writes, a page each: they are shared with it, hence volatile. */
struct virtio_memory {
	volatile struct virtio_descriptor *descriptors;
	volatile struct virtio_available *available;
	volatile struct virtio_used *used;
	volatile struct virtio_header *headers;
	volatile uint8_t *statuses;
	uint64_t phys;
};

static struct {
	struct virtio_device device;
	struct virtio_memory memory;
	unsigned block_shift;           /* from the disk's own sectors to those it counts in */
	uint16_t size;                  /* of the queue */
	uint16_t seen;                  /* how many of the used ring have been looked at */
	volatile uint16_t *doorbell;
	uint32_t bytes[DISK_DEPTH_MAX]; /* that each slot asked for */
} virtio;

static bool virtio_matches(const struct pci_function *function)
{
	return function->vendor == VIRTIO_VENDOR && (function->device == VIRTIO_BLOCK ||
						     function->device == VIRTIO_BLOCK_TRANSITIONAL);
}

/* ---- Opening ---- */

static void virtio_lay_out(void *page, uint64_t phys)
{
	uint8_t *bytes = page;

	virtio.memory = (struct virtio_memory){
		.descriptors = page,
		.available = (void *)(bytes + PAGE_BYTES),
		.used = (void *)(bytes + 2 * PAGE_BYTES),
		.headers = (void *)(bytes + 3 * PAGE_BYTES),
		.statuses = bytes + 3 * PAGE_BYTES + PAGE_BYTES / 2,
		.phys = phys,
	};
}

static void virtio_chain(unsigned slot)
{
	volatile struct virtio_descriptor *chain = &virtio.memory.descriptors[CHAIN * slot];
	uint64_t page_phys = virtio.memory.phys + 3 * PAGE_BYTES;

	chain[0].phys = page_phys + slot * sizeof(struct virtio_header);
	chain[0].bytes = sizeof(struct virtio_header);
	chain[0].flags = DESCRIPTOR_NEXT;
	chain[0].next = (uint16_t)(CHAIN * slot + 1);
	chain[1].flags = DESCRIPTOR_NEXT | DESCRIPTOR_WRITE;
	chain[1].next = (uint16_t)(CHAIN * slot + 2);
	chain[2].phys = page_phys + PAGE_BYTES / 2 + slot;
	chain[2].bytes = 1;
	chain[2].flags = DESCRIPTOR_WRITE;
}

/* A queue may be made shorter than the device has it, to a power of two. */
static int virtio_size_queue(const struct disk *disk)
{
	uint16_t size = virtio.device.common->queue_size;

	if (size == 0)
		return disk_fail(disk, -EIO, "its queue has a size of 0");
	if ((size & (size - 1)) != 0)
		return disk_fail(disk, -EIO, "its queue has a size of %u", size);
	if (size < CHAIN)
		return disk_fail(disk, -EIO, "its queue has no room for a read: %u", size);
	virtio.size = size < QUEUE_SIZE_MAX ? size : QUEUE_SIZE_MAX;
	return 0;
}

static int virtio_set_up_queue(struct disk *disk)
{
	volatile struct virtio_common *common = virtio.device.common;
	uint64_t phys;
	void *page = disk_memory(4 * PAGE_BYTES, &phys);
	int error;

	if (page == NULL)
		return disk_fail(disk, -ENOMEM, "no memory for its queue");
	virtio_lay_out(page, phys);
	common->queue_select = 0;
	error = virtio_size_queue(disk);
	if (error != 0)
		return error;
	disk->facts.depth = virtio.size / CHAIN < DISK_DEPTH_MAX ? virtio.size / CHAIN
								 : DISK_DEPTH_MAX;
	for (unsigned slot = 0; slot < disk->facts.depth; slot++)
		virtio_chain(slot);
	common->queue_size = virtio.size;
	virtio_write_64(common->queue_descriptors, phys);
	virtio_write_64(common->queue_available, phys + PAGE_BYTES);
	virtio_write_64(common->queue_used, phys + 2 * PAGE_BYTES);
	disk->facts.can_interrupt = virtio_set_vector(&virtio.device, disk->message);
	virtio.memory.available->flags =
		disk->use.completion == DISK_POLL ? AVAILABLE_NO_INTERRUPT : 0;
	virtio.doorbell = virtio_doorbell(disk, &virtio.device);
	if (virtio.doorbell == NULL)
		return -EIO;
	common->queue_enable = 1;
	return 0;
}

/* What is asked for has to be whole blocks of the disk. What a block can't have is left to be refused. */
static void virtio_read_facts(struct disk *disk)
{
	const volatile struct virtio_block *block = virtio.device.block;
	uint32_t bytes_max = virtio.device.has_size_max ? block->size_max : UINT32_MAX;

	disk->facts.sector_bytes = virtio.device.has_block_bytes ? block->block_bytes
								 : 1u << SECTOR_SHIFT;
	virtio.block_shift = disk->facts.sector_bytes >> SECTOR_SHIFT == 0 ? 0 :
		(unsigned)__builtin_ctz(disk->facts.sector_bytes >> SECTOR_SHIFT);
	disk->facts.sectors = ((uint64_t)block->capacity[1] << 32 | block->capacity[0]) >>
			      virtio.block_shift;
	disk->facts.bytes_max = bytes_max < DISK_BYTES_MAX ? bytes_max : DISK_BYTES_MAX;
}

static int virtio_open(struct disk *disk)
{
	int error = virtio_find(disk, &virtio.device);

	if (error != 0)
		return error;
	virtio.seen = 0;
	virtio_read_facts(disk);
	error = virtio_set_up_queue(disk);
	return error != 0 ? error : virtio_go(disk, &virtio.device);
}

static void virtio_close(struct disk *disk)
{
	virtio_reset(disk, &virtio.device);
}

/* ---- Reading ---- */

static void virtio_submit(struct disk *disk, unsigned slot, const struct disk_read *read)
{
	volatile struct virtio_available *available = virtio.memory.available;
	volatile struct virtio_header *header = &virtio.memory.headers[slot];
	volatile struct virtio_descriptor *data = &virtio.memory.descriptors[CHAIN * slot + 1];

	(void)disk;
	header->type = TYPE_IN;
	header->sector = read->sector << virtio.block_shift;
	data->phys = read->buffer_phys;
	data->bytes = read->bytes;
	virtio.bytes[slot] = read->bytes;
	virtio.memory.statuses[slot] = STATUS_PENDING;
	available->ring[available->index % virtio.size] = (uint16_t)(CHAIN * slot);
	available->index++;             /* x86 keeps the order of its writes */
	*virtio.doorbell = 0;
}

/* What the device says of a read: it wrote the data and the status. */
static int virtio_judge(const struct disk *disk, unsigned slot, uint32_t bytes, int *status)
{
	uint8_t said = virtio.memory.statuses[slot];

	*status = said == STATUS_OK ? 0 : -EIO;
	if (said == STATUS_IO_ERROR || said == STATUS_UNSUPPORTED)
		return 1;
	if (said != STATUS_OK)
		return disk_fail(disk, -EIO, "it says that a read has a status of %#x", said);
	if (bytes < virtio.bytes[slot])
		return disk_fail(disk, -EIO, "it says that it read %u bytes of %u", bytes,
				 virtio.bytes[slot]);
	return 1;
}

static int virtio_poll(struct disk *disk, unsigned *slot, int *status)
{
	const volatile struct virtio_used *used = virtio.memory.used;
	uint16_t at = virtio.seen % virtio.size;
	uint32_t id;

	if (used->index == virtio.seen)
		return 0;
	id = used->ring[at].id;
	virtio.seen++;
	*slot = id / CHAIN;
	if (id % CHAIN != 0 || *slot >= disk->use.depth)
		return disk_fail(disk, -EIO, "it completed descriptor %u, which begins no read",
				 id);
	return virtio_judge(disk, *slot, used->ring[at].bytes, status);
}

const struct disk_driver disk_virtio = {
	.name = "virtio",
	.matches = virtio_matches,
	.open = virtio_open,
	.submit = virtio_submit,
	.poll = virtio_poll,
	.close = virtio_close,
};
