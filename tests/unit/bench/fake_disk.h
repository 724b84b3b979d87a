/* SPDX-License-Identifier: MIT */
/* The scripted machine's disks: contents, failures, and received requests. */
#ifndef TESTS_UNIT_BENCH_FAKE_DISK_H
#define TESTS_UNIT_BENCH_FAKE_DISK_H

#include "bench/platform/disk.h"

struct fake_disk {
	/* Set by the test. */
	size_t count;                   /* of disks */
	struct disk_facts facts;
	int probe_status, open_status, wait_status, read_status, trial_status;
	bool has_pattern;
	uint64_t wrong_sector;          /* contains another sector's data; 0: none */
	bool is_shifted;                /* every read is of the next sector */
	bool hides_stages;              /* as an operating system does */
	int permit_status;
	bool loses_writes;
	unsigned permits_left, writes_left, flushes_left;       /* before they fail; 0: never */
	uint32_t stored_bytes;          /* of each write; 0: all */

	/* Checked by the test. */
	unsigned opens, closes;
	struct disk_use use;            /* the last one */
	uint64_t reads, last_sector, writes, flushes, permits, lowest_written;
	bool has_permit;
	uint32_t outstanding, outstanding_most;
};

extern struct fake_disk fake_disk;

/* Bytes of the scratch disk from an offset. */
const uint8_t *fake_disk_stored(size_t offset);

/* One disk of 1 MiB with pattern contents and no failures. */
void fake_disk_reset(void);

#endif
