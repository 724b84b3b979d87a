/* SPDX-License-Identifier: MIT */
/* What of the user's actions was the disk and what the CPU, by what they are called: table 1 of
 * "Using Latency to Evaluate Computer System Performance", whose long events are those that came
 * from a disk. */
#ifndef TOOLS_IDLE_OPERATIONS_H
#define TOOLS_IDLE_OPERATIONS_H

#include "tools/idle/messages.h"

struct operation {
	const char *name;
	uint64_t n, total, longest;     /* ticks */
	uint64_t disk;                  /* of the total, while a device was waited for */
	uint64_t hits, misses;          /* of blocks that were looked for */
};

struct operations {
	struct operation *items;        /* the one that took longest first */
	size_t count;
};

/* Of a run's whole actions that took at least so long, if its log says what they had of a cache. */
void operations_find(const struct result *result, const struct message_run *run,
		     uint64_t least_ticks, struct operations *operations);
void operations_free(struct operations *operations);

#endif
