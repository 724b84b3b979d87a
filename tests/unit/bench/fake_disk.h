/* SPDX-License-Identifier: MIT */
/* The scripted machine's disks: what they hold, how they fail, and what was asked of them. */
#ifndef TESTS_UNIT_BENCH_FAKE_DISK_H
#define TESTS_UNIT_BENCH_FAKE_DISK_H

#include "bench/platform/disk.h"

struct fake_disk {
	/* Set by the test. */
	size_t count;                   /* of disks */
	struct disk_facts facts;
	int probe_status, open_status, wait_status, read_status, trial_status;
	bool has_pattern;
	uint64_t wrong_sector;          /* holds another's data; 0: none does */
	bool hides_stages;              /* as an operating system does */

	/* Looked at by the test. */
	unsigned opens, closes;
	struct disk_use use;            /* the last one */
	uint64_t reads, last_sector;
	uint32_t outstanding, outstanding_most;
};

extern struct fake_disk fake_disk;

/* One pattern disk of a MiB that does all it should. */
void fake_disk_reset(void);

#endif
