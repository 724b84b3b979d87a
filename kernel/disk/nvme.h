/* SPDX-License-Identifier: MIT */
/* An NVMe controller: registers, queues and admin commands. NVM Express Base Specification 1.4. */
#ifndef KERNEL_DISK_NVME_H
#define KERNEL_DISK_NVME_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/disk/disk.h"

#define NVME_CLASS 0x010802u            /* of the PCI function */
#define NVME_PAGE_BYTES 4096u
#define NVME_NAMESPACE 1u

/* "Submission Queue Entry" and "Completion Queue Entry". */
struct nvme_command {
	uint32_t opcode;                /* with the command identifier in the upper half */
	uint32_t namespace;
	uint64_t reserved, metadata;
	uint64_t data[2];               /* PRP entries */
	uint32_t words[6];              /* from word 10 on */
};

struct nvme_completion {
	uint32_t result, reserved;
	uint16_t head, queue;
	uint16_t command;
	uint16_t status;                /* bit 0 is the phase */
};

/* A submission queue and its completion queue. */
struct nvme_queue {
	volatile struct nvme_command *commands;
	volatile struct nvme_completion *completions;
	uint64_t commands_phys, completions_phys;
	volatile uint32_t *tail_doorbell, *head_doorbell;
	uint32_t entries, tail, head, phase;
};

struct nvme_controller {
	volatile uint32_t *registers;   /* NULL: not found */
	uint32_t entries;               /* maximum queue size */
	uint32_t stride_bytes;          /* distance of doorbells */
	struct nvme_queue admin;
	void *page;                     /* buffer for identify data */
	uint64_t page_phys;
};

/* ---- nvme.c ---- */

/* Allocate a queue; the caller sets its doorbells. Returns false without memory. */
bool nvme_queue_take(struct nvme_queue *queue, uint32_t entries);

/* The entry of the next command; notify the controller of it. */
volatile struct nvme_command *nvme_queue_next(struct nvme_queue *queue);
void nvme_queue_ring(struct nvme_queue *queue);

/* Take the next completion. Returns false if there is none. */
bool nvme_queue_poll(struct nvme_queue *queue, struct nvme_completion *completion);

/* ---- nvme_admin.c: each returns 0, or what disk_fail returned ---- */

/* Find the registers, reset the controller, and start it with its admin queue. */
int nvme_start(struct disk *disk, struct nvme_controller *controller);

/* Fill in the disk's facts from the controller's and first namespace's identify data. */
int nvme_identify(struct disk *disk, struct nvme_controller *controller, unsigned *sector_shift);

/* Create a queue with that number and set its doorbells. */
int nvme_create_queue(struct disk *disk, struct nvme_controller *controller,
		      struct nvme_queue *queue, unsigned number);

/* Reset the controller, if its registers were found. */
void nvme_stop(struct disk *disk, struct nvme_controller *controller);

#endif
