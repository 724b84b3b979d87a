/* SPDX-License-Identifier: MIT */
/* The block layer. A disk is a PCI function with a driver, or one of the units behind the function.
 * Each slot of a disk takes one read at a time. Drivers only know devices. disk.c manages requests,
 * wait.c the waiting. Boot CPU. */
#ifndef KERNEL_DISK_DISK_H
#define KERNEL_DISK_DISK_H

#include "bench/platform/disk.h"
#include "kernel/dev/pci/message.h"
#include "kernel/dev/pci/pci.h"

struct trap_frame;

#define DISK_NAME_CHARS 24
#define DISK_WAIT_MS 5000               /* limit of every wait */

struct disk {
	const struct disk_driver *driver;
	struct pci_function *function;
	uint32_t unit;                  /* number of the unit behind the function, from 1; 0: the
					 * first unit */
	char name[DISK_NAME_CHARS];
	bool was_described;             /* the disk's record was written */

	bool has_stalled;               /* timed out; not opened again */
	uint64_t requests, bytes, failed;       /* completed requests of all operations */
	uint64_t writes, written, flushes;      /* submitted; written bytes */

	/* Valid while open. */
	struct disk_use use;
	enum pci_message_kind message;  /* kind of interrupt */
	struct disk_facts facts;        /* set by the driver */
	char model[48];                 /* set by the driver; may be empty */
};

/* A command for the driver; a flush has only an operation. */
struct disk_command {
	enum disk_operation operation;  /* as in submit_write */
	uint64_t sector;
	uint32_t bytes;
	uint64_t buffer_phys;
};

struct disk_driver {
	const char *name;

	/* Whether the driver supports a function, by its configuration space. */
	bool (*matches)(const struct pci_function *function);

	char unit_letter;               /* letter before a unit's number in its name */

	/* List the units behind the function, in ascending order, at most room of them. Returns
	 * their number, which may exceed room. If there are none, returns 0, and open has the
	 * reason. close follows in any case. NULL: a function is one disk. */
	uint32_t (*list)(struct disk *disk, uint32_t *units, uint32_t room);

	/* Reset the device, set it up for disk->use, and fill in disk->facts. Returns 0 or the
	 * error of disk_fail; close follows in any case. */
	int (*open)(struct disk *disk);

	/* Start a read in a free slot. The last step notifies the device. */
	void (*submit)(struct disk *disk, unsigned slot, const struct disk_command *read);

	/* Start a write or flush in a slot that reads never use. NULL: the driver cannot write. */
	void (*submit_write)(struct disk *disk, unsigned slot, const struct disk_command *write);

	/* Poll for a completed command. Returns 1 with its slot, unchecked, and its status, which
	 * is 0 or -EIO. Returns 0 if no command has completed, or the error of disk_fail. */
	int (*poll)(struct disk *disk, unsigned *slot, int *status);

	/* Acknowledge an interrupt before polling. May be NULL. */
	void (*acknowledge)(struct disk *disk);

	/* Make the device release its interrupt line, from an interrupt, in any state. */
	void (*silence)(struct disk *disk);

	/* Stop the device in any state, also after open failed. */
	void (*close)(struct disk *disk);
};

extern const struct disk_driver disk_virtio, disk_nvme, disk_ahci;

/* Find the functions with a driver. After pci_init. */
void disk_init(void);

/* NULL, or a sentence that says why there is no disk. */
const char *disk_missing_reason(void);

/* Write the totals of each used disk. */
void disk_conclude(void);

/* ---- Implementing bench/platform/disk.h: contract.c ---- */

/* Number of disks. The first call finds the units behind the functions. */
size_t disk_count(void);
const char *disk_name(size_t disk);
const char *disk_problem(void);

/* Implement the functions platform_disk_… with these names. The disk interrupts the CPU whose
 * hardware ID is apic_id. */
int disk_open(size_t disk, const struct disk_use *use, uint32_t apic_id, struct disk_facts *facts);
void disk_close(void);
uint8_t *disk_buffer(uint32_t index);

/* ---- Scratch disks: scratch.c ---- */

/* Implement the functions of bench/platform/disk.h with these names. */
int disk_permit_write(void);
int disk_submit_write(struct disk_request *request);

/* After a disk was opened for writing: check that the disk can be written and has its seal. Returns
 * 0 or the error of disk_fail. */
int disk_scratch_check(struct disk *disk);

/* Withdraw the permit, because another request is submitted or the disk is closed. */
void disk_withdraw_permit(void);

/* ---- For drivers ---- */

/* Report a problem, as text to follow the disk's name. Returns error, a negative errno. */
int disk_fail(const struct disk *disk, int error, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Registers of the disk's function, or NULL after disk_fail. */
volatile void *disk_registers(struct disk *disk, unsigned bar, uint64_t offset,
			      uint64_t size_bytes);

/* Allocate cleared, physically contiguous memory from the point's scope; NULL if there is not
 * enough. */
void *disk_memory(uint64_t size_bytes, uint64_t *phys);

/* Wait until the masked bits of a register have the wanted value. Returns false on timeout. */
bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted);

/* ---- Waiting: wait.c ---- */

/* Time of the first instruction of the latest disk interrupt. */
extern volatile uint64_t disk_entered_tsc;

/* Prepare for interrupts at VECTOR_DISK. Returns 0, or -ENOTSUP without a timer to bound the
 * wait. */
int disk_wait_open(void);
void disk_wait_close(void);

/* Sleep until the disk's interrupt or limit_tsc. Returns the interrupt's time, or 0 on timeout. */
uint64_t disk_wait_rest(uint64_t limit_tsc);

/* Set another handler of the disk's interrupts; NULL restores the default. */
void disk_wait_set_handler(void (*take)(struct trap_frame *frame));

/* ---- Sessions: session.c ---- */

/* Use of the open disk by an application that runs next to the idle loop (kernel/input). The disk's
 * interrupt collects completed requests, and a waiting application lets other threads run. Polled
 * disks are not affected. The callbacks are called with interrupts off. */
struct disk_session {
	void (*started)(uint32_t under_way);    /* a request was submitted; under_way is the number
						 * of requests in progress */
	void (*done)(uint32_t under_way);       /* a request completed */
	void (*waits)(bool does);               /* the application begins or stops waiting */
	bool (*rest)(uint64_t limit_tsc);       /* sleep until an interrupt; false on timeout */
	bool (*stays_off)(void);        /* whether interrupts stay off from the submission of a
					 * request to its wait */
	void (*interrupted)(struct trap_frame *frame);  /* handler of the disk's interrupt, which
							 * must call disk_session_collect */
};

/* Begin and end a session. The end discards completed requests that were not waited for. */
void disk_session_begin(const struct disk_session *session);
void disk_session_end(void);

/* For the handler of the disk's interrupt: collect completed requests. */
void disk_session_collect(void);

/* For disk.c, which passes requests through a session while one is active. */
bool disk_session_is_on(void);
int disk_session_submit(struct disk_request *request);
int disk_session_submit_write(struct disk_request *request);
int disk_session_wait(struct disk_request **request);

/* ---- For session.c and kernel/flow, interrupts off: disk.c ---- */

/* Whether an open disk uses interrupts, and the number of its requests in progress. */
bool disk_interrupts(void);
uint32_t disk_under_way(void);

/* Implement platform_disk_submit. */
int disk_give(struct disk_request *request);

/* Submit a permitted write or flush. */
int disk_give_write(struct disk_request *request);

/* For scratch.c: the open disk, or NULL. The other functions submit and wait, through a session if
 * one is active. */
struct disk *disk_opened(void);
int disk_submit_any(struct disk_request *request);
int disk_submit_any_write(struct disk_request *request);
int disk_wait_any(struct disk_request **request);

/* Poll for one completed request. Returns 1 with the request, 0 if none has completed, or a
 * negative errno. */
int disk_look(struct disk_request **request);

/* Report that no interrupt arrived, after which the disk is not used again. Returns -ETIMEDOUT. */
int disk_stalled(void);

#endif
