/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h for disks. Only a scratch disk is ever written: its first sector
 * proves that it was made to be written (lib/disk_seal.h). One disk is open at a time. Boot CPU
 * only. */
#ifndef BENCH_PLATFORM_DISK_H
#define BENCH_PLATFORM_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISKS_MAX 8
#define DISK_DEPTH_MAX 32
#define DISK_BYTES_MAX (1u << 20)       /* of a request */
#define DISK_BUFFERS_MAX (1u << 14)

/* How completion is detected: by polling, or by the device's interrupt. */
enum disk_completion {DISK_POLL, DISK_INTERRUPT, DISK_COMPLETIONS};

/* Parameters of platform_disk_open. */
struct disk_use {
	uint32_t depth;                 /* requests in flight, 1 to DISK_DEPTH_MAX */
	uint32_t bytes;                 /* largest request, at most DISK_BYTES_MAX */
	uint32_t buffers;               /* number of buffers, at most DISK_BUFFERS_MAX; raised to
					 * one per request */
	uint32_t buffer_bytes;          /* size of a buffer; 0: bytes. A larger request extends over
					 * the buffers that follow its own */
	enum disk_completion completion;
	uint64_t scratch_token;         /* token of a scratch disk to write, with a depth of 1; 0:
					 * only read */
};

static inline uint32_t disk_use_buffers(const struct disk_use *use)
{
	return use->buffers > use->depth ? use->buffers : use->depth;
}

/* Distance of buffers: whole pages. */
static inline uint64_t disk_use_buffer_bytes(const struct disk_use *use)
{
	uint32_t bytes = use->buffer_bytes > 0 ? use->buffer_bytes : use->bytes;

	return (bytes + 4095ull) / 4096 * 4096;
}

struct disk_facts {
	uint64_t sectors;
	uint32_t sector_bytes;          /* sizes and offsets of requests are multiples of this */
	uint32_t depth;                 /* maximum number of requests in flight */
	uint32_t bytes_max;             /* largest request */
	bool can_poll, can_interrupt;   /* supported completion methods */
	bool can_write;                 /* the device and its driver support writes and flushes */
};

enum disk_operation {DISK_READ, DISK_WRITE, DISK_FLUSH};

/* One operation. Stamps are by the measuring clock. */
struct disk_request {
	uint64_t sector;
	uint32_t bytes;
	uint8_t *buffer;                /* one of platform_disk_buffer */
	int status;                     /* after completion: 0, or -EIO if the disk reports an
					 * error */
	uint64_t rung_tsc;              /* device notified; 0: not observable */
	uint64_t entered_tsc;           /* its interrupt arrived; 0: none, or not observable */
	uint64_t seen_tsc;              /* completion was detected */
	enum disk_operation operation;  /* of platform_disk_submit_write */
};

/* Number of disks and possible disks, at most DISKS_MAX. The first disk is number 0. */
size_t platform_disk_count(void);

/* "virtio0": the name in records. Stays valid. */
const char *platform_disk_name(size_t disk);

/* Open the disk for one request of a page and close it, to find its capabilities. Not within a
 * scope. Returns like platform_disk_open. If interrupts do not work, platform_disk_problem has the
 * reason. */
int platform_disk_probe(size_t disk, struct disk_facts *facts);

/* Reset and set up the device and its buffers. Memory comes from the point's scope. Returns 0 with
 * *facts; -ENODEV if the device is no disk; -ENOTSUP if the disk does not support this use (*facts
 * has its capabilities) or stalled before; -ENOMEM; -EPERM if the seal of a disk to write is not
 * valid; or -EIO if the device malfunctions. After an error the disk is closed, and
 * platform_disk_problem has the cause. */
int platform_disk_open(size_t disk, const struct disk_use *use, struct disk_facts *facts);

/* Reset the device, so that it no longer accesses memory. Does nothing if none is open. */
void platform_disk_close(void);

/* Cause of the last error, as text. */
const char *platform_disk_problem(void);

/* Buffer with that index, which is below disk_use_buffers. A buffer is whole pages, not cleared.
 * Buffers are contiguous. */
uint8_t *platform_disk_buffer(uint32_t index);

/* Queue a read and notify the device. *request must stay valid until completion. Returns 0; -EBUSY
 * if the open depth is exceeded; -EINVAL if the read is outside the disk; or -EIO. */
int platform_disk_submit(struct disk_request *request);

/* Read the seal of the open scratch disk, and permit one write. No request may be pending when this
 * is called. Returns 0; -EPERM if the seal is not valid, or the disk was not opened for writing; or
 * an error of platform_disk_submit_write or platform_disk_wait. */
int platform_disk_permit_write(void);

/* Like platform_disk_submit(), for a write or a flush. A flush has no sector and no buffer, and
 * makes the disk store all writes. A write needs a permit after which no other request was
 * submitted, and must be outside of the seal. Otherwise nothing is submitted and the result is
 * -EPERM. */
int platform_disk_submit_write(struct disk_request *request);

/* Wait for any one request to complete. Returns 0 and sets *request; -EINVAL if none is pending;
 * -ETIMEDOUT after some seconds; or -EIO if the device malfunctions. */
int platform_disk_wait(struct disk_request **request);

#endif
