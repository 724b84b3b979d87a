/* SPDX-License-Identifier: MIT */
/* An AHCI controller and one of its ports. Serial ATA AHCI 1.3.1 Specification. */
#ifndef KERNEL_DISK_AHCI_H
#define KERNEL_DISK_AHCI_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/disk/disk.h"

#define AHCI_CLASS 0x010601u            /* of the PCI function */
#define AHCI_SLOTS 32u

/* "Port Interrupt Status": errors of the task file, of the host bus (fatal, or of data), and of the
 * interface (fatal). */
#define PORT_ERRORS (1u << 30 | 1u << 29 | 1u << 28 | 1u << 27)

/* Bytes of a register FIS from host to device: Serial ATA Revision 3,
 * "Register - Host to Device". */
#define FIS_COMMAND 2
#define FIS_FEATURES 3
#define FIS_LBA_LOW 4                   /* low three bytes; the upper three follow later in the
					 * FIS */
#define FIS_DEVICE 7
#define FIS_LBA_HIGH 8
#define FIS_FEATURES_HIGH 11
#define FIS_COUNT 12
#define FIS_COUNT_HIGH 13
#define FIS_BYTES 20

struct ahci_command {
	uint8_t fis[FIS_BYTES];         /* the function fills in the type */
	uint64_t buffer_phys;
	uint32_t bytes;                 /* 0: no data */
	bool is_write;                  /* to the disk */
};

struct ahci_port {
	volatile uint32_t *host;        /* registers of the controller; NULL: not found */
	volatile uint32_t *registers;   /* registers of the port; NULL: no disk */
	unsigned number;
	uint32_t slots;                 /* of the controller */
	bool is_64;                     /* supports memory above 4 GiB */
	bool can_queue;
	volatile uint32_t *list;        /* command list */
	volatile uint8_t *tables;       /* one per command */
	uint64_t tables_phys;
};

struct ahci_identity {
	uint32_t depth;
	bool is_queued;
};

/* Find the registers, reset the controller, and start the disk's port: the disk's unit is the
 * port's number plus 1. For unit 0, start the first port with a disk. Returns 0, -ENODEV if no port
 * has a disk, or another error of disk_fail. */
int ahci_find(struct disk *disk, struct ahci_port *port);

/* List the ports with a disk, as the member list of disk_driver does. */
uint32_t ahci_list_ports(struct disk *disk, struct ahci_port *port, uint32_t *units, uint32_t room);

/* Fill in the disk's facts from IDENTIFY DEVICE. Returns 0 or the error of disk_fail. */
int ahci_identify(struct disk *disk, struct ahci_port *port, struct ahci_identity *identity);

/* Start a command. */
void ahci_begin(struct ahci_port *port, unsigned slot, const struct ahci_command *command,
		bool is_queued);

/* Commands in progress, as a bit per slot, and whether a command failed. */
uint32_t ahci_active(const struct ahci_port *port, bool is_queued);
bool ahci_has_failed(const struct ahci_port *port);

void ahci_enable_interrupts(struct ahci_port *port, uint32_t causes);
void ahci_take_interrupt(struct ahci_port *port);

/* Stop the port and reset the controller, if ahci_find() found them. */
void ahci_stop(struct disk *disk, struct ahci_port *port);

#endif
