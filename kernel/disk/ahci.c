/* SPDX-License-Identifier: MIT */
/* AHCI: a disk on a port of a controller. With native command queuing (NCQ) the command in
 * slot i has tag i; without it the disk executes one command at a time. Names and sections: Serial
 * ATA AHCI 1.3.1 Specification; ATA/ATAPI Command Set - 3 (ACS-3). */
#include "kernel/disk/ahci.h"

#include "lib/text/errno.h"

#define READ_DMA_EXT 0x25
#define READ_FPDMA_QUEUED 0x60
#define WRITE_DMA_EXT 0x35
#define WRITE_FPDMA_QUEUED 0x61
#define FLUSH_CACHE_EXT 0xea
#define DEVICE_LBA 0x40
#define INTERRUPTS (1u << 0 | 1u << 3 | PORT_ERRORS)    /* a command, or a set of them, is
							 * complete */

static struct {
	struct ahci_port port;
	struct ahci_identity identity;
	uint32_t outstanding;           /* commands, as a bit per slot */
} ahci;

static bool ahci_matches(const struct pci_function *function)
{
	return function->class_code == AHCI_CLASS;
}

static int ahci_open(struct disk *disk)
{
	int error = ahci_find(disk, &ahci.port);

	ahci.outstanding = 0;
	if (error == 0)
		error = ahci_identify(disk, &ahci.port, &ahci.identity);
	if (error != 0)
		return error;
	disk->facts.depth = ahci.identity.depth;
	disk->facts.can_write = true;
	disk->facts.can_interrupt = disk->message != PCI_MESSAGE_NONE;
	if (disk->message != PCI_MESSAGE_NONE)
		ahci_enable_interrupts(&ahci.port, INTERRUPTS);
	return 0;
}

static uint32_t ahci_list(struct disk *disk, uint32_t *units, uint32_t room)
{
	return ahci_list_ports(disk, &ahci.port, units, room);
}

static void ahci_close(struct disk *disk)
{
	ahci_stop(disk, &ahci.port);
}

static void ahci_set_address(struct ahci_command *command, uint64_t sector)
{
	for (unsigned byte = 0; byte < 3; byte++) {
		command->fis[FIS_LBA_LOW + byte] = (uint8_t)(sector >> 8 * byte);
		command->fis[FIS_LBA_HIGH + byte] = (uint8_t)(sector >> 8 * (byte + 3));
	}
	command->fis[FIS_DEVICE] = DEVICE_LBA;
}

/* A transfer, by the queued or the simple command. */
static void ahci_transfer(struct disk *disk, unsigned slot, const struct disk_command *transfer,
			  bool is_write)
{
	struct ahci_command command = {
		.buffer_phys = transfer->buffer_phys, .bytes = transfer->bytes,
		.is_write = is_write,
	};
	uint16_t count = (uint16_t)(transfer->bytes / disk->facts.sector_bytes);

	ahci_set_address(&command, transfer->sector);
	if (ahci.identity.is_queued) {
		command.fis[FIS_COMMAND] = is_write ? WRITE_FPDMA_QUEUED : READ_FPDMA_QUEUED;
		command.fis[FIS_FEATURES] = (uint8_t)count;
		command.fis[FIS_FEATURES_HIGH] = (uint8_t)(count >> 8);
		command.fis[FIS_COUNT] = (uint8_t)(slot << 3);
	} else {
		command.fis[FIS_COMMAND] = is_write ? WRITE_DMA_EXT : READ_DMA_EXT;
		command.fis[FIS_COUNT] = (uint8_t)count;
		command.fis[FIS_COUNT_HIGH] = (uint8_t)(count >> 8);
	}
	ahci.outstanding |= 1u << slot;
	ahci_begin(&ahci.port, slot, &command, ahci.identity.is_queued);
}

static void ahci_submit(struct disk *disk, unsigned slot, const struct disk_command *read)
{
	ahci_transfer(disk, slot, read, false);
}

/* Submit a write or a flush. No other command is in progress. A flush is never queued. */
static void ahci_submit_write(struct disk *disk, unsigned slot, const struct disk_command *write)
{
	struct ahci_command flush = {
		.fis = {[FIS_COMMAND] = FLUSH_CACHE_EXT, [FIS_DEVICE] = DEVICE_LBA},
	};

	if (write->operation == DISK_WRITE) {
		ahci_transfer(disk, slot, write, true);
		return;
	}
	ahci.outstanding |= 1u << slot;
	ahci_begin(&ahci.port, slot, &flush, false);
}

/* Poll. After an error the disk has aborted all commands, and does not report which command
 * failed. */
static int ahci_poll(struct disk *disk, unsigned *slot, int *status)
{
	uint32_t active = ahci_active(&ahci.port, ahci.identity.is_queued);
	bool has_failed = ahci_has_failed(&ahci.port);
	uint32_t ended = has_failed ? ahci.outstanding : ahci.outstanding & ~active;

	(void)disk;
	if (ended == 0)
		return 0;
	*slot = (unsigned)__builtin_ctz(ended);
	*status = has_failed ? -EIO : 0;
	ahci.outstanding &= ~(1u << *slot);
	return 1;
}

static void ahci_acknowledge(struct disk *disk)
{
	(void)disk;
	ahci_take_interrupt(&ahci.port);
}

const struct disk_driver disk_ahci = {
	.name = "ahci",
	.matches = ahci_matches,
	.unit_letter = 'p',
	.list = ahci_list,
	.open = ahci_open,
	.submit = ahci_submit,
	.submit_write = ahci_submit_write,
	.poll = ahci_poll,
	.acknowledge = ahci_acknowledge,
	.silence = ahci_acknowledge,
	.close = ahci_close,
};
