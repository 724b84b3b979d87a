/* SPDX-License-Identifier: MIT */
/* The block layer: a disk is a PCI function with a driver, and has a number of slots, each of which
 * takes one read at a time. Drivers know devices, and nothing of who reads or waits; disk.c knows
 * the requests, wait.c how they are waited for. Boot CPU. */
#ifndef KERNEL_DISK_DISK_H
#define KERNEL_DISK_DISK_H

#include "bench/platform/disk.h"
#include "kernel/dev/pci/message.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/disk/session.h"

#define DISK_NAME_CHARS 16
#define DISK_WAIT_MS 5000               /* the longest that anything of a disk may take */

struct disk {
	const struct disk_driver *driver;
	struct pci_function *function;
	char name[DISK_NAME_CHARS];
	bool was_described;             /* a record says what it is */

	bool has_stalled;               /* it is not opened again */
	uint64_t reads, bytes, failed;  /* completed requests, and what they asked for */

	/* While it is open. */
	struct disk_use use;
	enum pci_message_kind message;  /* by which it interrupts */
	struct disk_facts facts;        /* the driver's to fill */
	char model[48];                 /* the same; may stay empty */
};

/* What the driver is to do for a slot. */
struct disk_read {
	uint64_t sector;
	uint32_t bytes;
	uint64_t buffer_phys;
};

struct disk_driver {
	const char *name;

	/* Whether it may drive a function, by what configuration space says. */
	bool (*matches)(const struct pci_function *function);

	/* Reset the device and make it ready for disk->use, filling disk->facts. Returns 0, or what
	 * disk_fail returned; close follows in any case. */
	int (*open)(struct disk *disk);

	/* Begin a read in a free slot; the last thing done tells the device. */
	void (*submit)(struct disk *disk, unsigned slot, const struct disk_read *read);

	/* Look for a completed read. Returns 1 with its slot and its status, 0 or -EIO; 0 if there
	 * is none; or what disk_fail returned. The slot's number is checked by the caller. */
	int (*poll)(struct disk *disk, unsigned *slot, int *status);

	/* Before polling, after an interrupt: what the device wants to be told. May be NULL. */
	void (*acknowledge)(struct disk *disk);

	/* Stop the device, whatever it is at; also after open has failed. */
	void (*close)(struct disk *disk);
};

extern const struct disk_driver disk_virtio, disk_nvme, disk_ahci;

/* Find out which functions may be disks. After pci_init. */
void disk_init(void);

/* What was looked for, and not found, in a sentence; NULL if there is any. */
const char *disk_lacking(void);

/* Write what was read of each disk that was. */
void disk_conclude(void);

/* Stop what a benchmark that was cut short may have left open. */
void disk_reset(void);

/* ---- For those above, as bench/platform/disk.h has them: contract.c ---- */

size_t disk_count(void);
const char *disk_name(size_t disk);
const char *disk_problem(void);

/* The same, for a disk that interrupts the CPU with that APIC ID. */
int disk_open(size_t disk, const struct disk_use *use, uint32_t apic_id, struct disk_facts *facts);
void disk_close(void);
uint8_t *disk_buffer(uint32_t index);

/* ---- For drivers ---- */

/* Say what is wrong, in words that follow the disk's name. Returns error, a negative errno. */
int disk_fail(const struct disk *disk, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Registers of the disk's function, or NULL, having failed with what is wrong. */
volatile void *disk_registers(struct disk *disk, unsigned bar, uint64_t offset,
			      uint64_t size_bytes);

/* Cleared memory for the device, physically in one piece, from the scope of the point; NULL when
 * there is not enough. */
void *disk_memory(uint64_t size_bytes, uint64_t *phys);

/* Wait until the bits of a register's mask are as wanted. Returns whether they were in time. */
bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted);

/* ---- Waiting: wait.c ---- */

/* Get ready to be interrupted at VECTOR_DISK. Returns 0, or -ENOTSUP if no timer could end a wait
 * in vain. */
int disk_wait_open(void);
void disk_wait_close(void);

/* Rest until the disk's interrupt has come, at most until limit_tsc. Returns when it did; 0 if it
 * did not. */
uint64_t disk_wait_rest(uint64_t limit_tsc);

/* Let another handler take the disk's interrupts; NULL: this one's own again. */
void disk_wait_hand_over(void (*take)(struct trap_frame *frame));

/* ---- Sessions: session.c, by which disk.c lets its requests go while one is on ---- */

bool disk_session_is_on(void);
int disk_session_submit(struct disk_request *request);
int disk_session_wait(struct disk_request **request);

/* ---- For disk.c: facts.c ---- */

/* Of a disk whose driver has opened it. Returns 0, or what disk_fail returned. */
int disk_check_facts(const struct disk *disk);

/* ---- For session.c and kernel/flow, interrupts off: disk.c ---- */

/* Whether a disk is open that interrupts, and the requests it has. */
bool disk_interrupts(void);
uint32_t disk_under_way(void);

/* What platform_disk_submit does. */
int disk_give(struct disk_request *request);

/* Look for one complete request. Returns 1 with it, 0 if there is none, or a negative errno. */
int disk_look(struct disk_request **request);

/* No interrupt came: the disk is not used again. Returns -ETIMEDOUT. */
int disk_stalled(void);

#endif
