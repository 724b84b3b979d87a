/* SPDX-License-Identifier: MIT */
/* Linux's system calls for performance counters: perf_event_open(2). They are separate from the
 * logic, so that a unit test can replace them. */
#ifndef LINUX_PMU_PERF_H
#define LINUX_PMU_PERF_H

#include <stdbool.h>
#include <stdint.h>

struct perf_event_mmap_page;

struct perf_event {
	int fd;
	const volatile struct perf_event_mmap_page *page;       /* NULL: only perf_read can read
								 * it */
};

/* Type of a unit in /sys/bus/event_source/devices; 0 if there is no such unit. */
uint32_t perf_unit_type(const char *unit);

/* Value of kernel.perf_event_paranoid. -1 permits everything, and is also returned on failure. */
int perf_paranoid(void);

/* Start to count an event of a unit in this thread, in the group of leader, or as the leader of a
 * new group if leader is -1. The count is of user mode, or includes the kernel. Returns 0 or a
 * negative errno. */
int perf_open(uint32_t type, uint64_t config, bool with_kernel, int leader,
	      struct perf_event *event);

void perf_close(struct perf_event *event);

/* Read an event by system call. Returns false if the event is not being counted. */
bool perf_read(const struct perf_event *event, uint64_t *count);

/* Read a counter by RDPMC, if the event's page allows it. */
uint64_t perf_rdpmc(uint32_t counter);

#endif
