/* SPDX-License-Identifier: MIT */
/* Disk and CPU time of user actions by label: table 1 of "Using Latency to Evaluate Computer System
 * Performance", whose long events are due to a disk. */
#ifndef TOOLS_IDLE_OPERATIONS_H
#define TOOLS_IDLE_OPERATIONS_H

#include "tools/idle/messages.h"

struct operation {
	const char *name;
	uint64_t n, total, longest;     /* ticks */
	uint64_t disk;                  /* of the total, while a device was waited for */
	uint64_t hits, misses;          /* of block lookups */
};

struct operations {
	struct operation *items;        /* longest first */
	size_t count;
};

/* Find the operations of a run's complete actions of at least least_ticks. A log without cache
 * records has none. */
void operations_find(const struct result *result, const struct message_run *run,
		     uint64_t least_ticks, struct operations *operations);
void operations_free(struct operations *operations);

#endif
