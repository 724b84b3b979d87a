/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that reads disks. There is no operation that writes. One disk is
 * open at a time, by the boot CPU. */
#ifndef BENCH_PLATFORM_DISK_H
#define BENCH_PLATFORM_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISKS_MAX 8
#define DISK_DEPTH_MAX 32
#define DISK_BYTES_MAX (1u << 20)       /* of a request */
#define DISK_BUFFERS_MAX (1u << 14)

/* How a completed request is noticed: by looking, or by the device's interrupt. */
enum disk_completion {DISK_POLL, DISK_INTERRUPT, DISK_COMPLETIONS};

/* What a disk is opened for. */
struct disk_use {
	uint32_t depth;                 /* requests at a time, 1 to DISK_DEPTH_MAX */
	uint32_t bytes;                 /* the largest request, at most DISK_BYTES_MAX */
	uint32_t buffers;               /* to read into, at most DISK_BUFFERS_MAX; at least one a
					 * request there is whatever this is */
	enum disk_completion completion;
};

static inline uint32_t disk_use_buffers(const struct disk_use *use)
{
	return use->buffers > use->depth ? use->buffers : use->depth;
}

struct disk_facts {
	uint64_t sectors;
	uint32_t sector_bytes;          /* requests are multiples of it, at multiples of it */
	uint32_t depth;                 /* requests at a time that it can have */
	uint32_t bytes_max;             /* the largest request that it takes */
	bool can_poll, can_interrupt;   /* how its completed requests may be noticed */
};

/* One read. Stamps are TSC. */
struct disk_request {
	uint64_t sector;
	uint32_t bytes;
	uint8_t *buffer;                /* one of platform_disk_buffer */
	int status;                     /* once it is complete: 0, or -EIO if the disk says so */
	uint64_t rung_tsc;              /* the device has been told; 0: it can't be seen when */
	uint64_t entered_tsc;           /* its interrupt came; 0: none did, or it can't be seen */
	uint64_t seen_tsc;              /* it was found to be complete */
};

/* Disks, and what may turn out to be one, numbered from 0: at most DISKS_MAX. */
size_t platform_disk_count(void);

/* "virtio0": what records call it. Stays valid. */
const char *platform_disk_name(size_t disk);

/* Open it for one request of a page and close it again, to find out whether it is a disk and what
 * it can. Not within a scope. Returns as platform_disk_open; when it can't interrupt,
 * platform_disk_problem says why. */
int platform_disk_probe(size_t disk, struct disk_facts *facts);

/* Reset the device and get it ready, with a buffer for each request. Memory comes from the scope of
 * the point. Returns 0 with *facts, -ENODEV if there is no disk after all, -ENOTSUP if it can't be
 * used so (*facts says what it can) or stalled before, -ENOMEM, or -EIO if it does not do as it
 * should; platform_disk_problem says what is wrong. It is closed then. */
int platform_disk_open(size_t disk, const struct disk_use *use, struct disk_facts *facts);

/* Reset it, so that it leaves memory alone; also when none is open. */
void platform_disk_close(void);

/* In a sentence, what was wrong last. */
const char *platform_disk_problem(void);

/* The open disk's buffer of that number, below disk_use_buffers: whole pages, not cleared. */
uint8_t *platform_disk_buffer(uint32_t index);

/* Queue a read and tell the device. *request has to stay until it has been completed. Returns 0,
 * -EBUSY if it has as many requests as it was opened for, -EINVAL if the read is not inside of the
 * disk, or -EIO. */
int platform_disk_submit(struct disk_request *request);

/* Wait for one request to be complete, whichever is first. Returns 0 with *request, -EINVAL if
 * there is none to wait for, -ETIMEDOUT if none is complete after some seconds, or -EIO if the
 * device does not do as it should. */
int platform_disk_wait(struct disk_request **request);

#endif
