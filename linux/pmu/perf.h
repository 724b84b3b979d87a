/* SPDX-License-Identifier: MIT */
/* Linux's calls for performance counters, perf_event_open(2), apart from the logic that uses them,
 * so that a test can stand in for a kernel that has some. */
#ifndef LINUX_PMU_PERF_H
#define LINUX_PMU_PERF_H

#include <stdbool.h>
#include <stdint.h>

struct perf_event_mmap_page;

struct perf_event {
	int fd;
	const volatile struct perf_event_mmap_page *page;       /* NULL: only perf_read reads it */
};

/* The type of a unit of /sys/bus/event_source/devices; 0 if there is none of that name. */
uint32_t perf_unit_type(const char *unit);

/* kernel.perf_event_paranoid; -1 allows all, and is what is returned if it can't be read. */
int perf_paranoid(void);

/* Count an event of a unit in this thread from now on, in a group with a leader (or as one itself
 * when leader is -1), in the kernel too or in user mode only. Returns 0, or a negative errno. */
int perf_open(uint32_t type, uint64_t config, bool with_kernel, int leader,
	      struct perf_event *event);

void perf_close(struct perf_event *event);

/* By a system call. Returns false when the event is not being counted. */
bool perf_read(const struct perf_event *event, uint64_t *count);

/* RDPMC, where the event's page allows it. */
uint64_t perf_rdpmc(uint32_t counter);

#endif
