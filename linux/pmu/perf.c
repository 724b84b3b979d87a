/* SPDX-License-Identifier: MIT */
/* perf_event_open and related calls. The C library has no function for perf_event_open. */
#include "linux/pmu/perf.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/x86/pmc.h"
#include "linux/files.h"

#define PATH_MAX_CHARS 128

uint32_t perf_unit_type(const char *unit)
{
	char path[PATH_MAX_CHARS];
	uint64_t type = 0;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", unit);
	files_number(path, &type);
	return (uint32_t)type;
}

int perf_paranoid(void)
{
	uint64_t level;

	return files_number("/proc/sys/kernel/perf_event_paranoid", &level) ? (int)level : -1;
}

/* Open an event. A group with a pinned leader is counted all the time or not at all. */
int perf_open(uint32_t type, uint64_t config, bool with_kernel, int leader,
	      struct perf_event *event)
{
	struct perf_event_attr attr = {
		.type = type,
		.size = sizeof(attr),
		.config = config,
		.pinned = leader < 0,
		.exclude_kernel = !with_kernel,
		.exclude_hv = 1,
	};
	void *page;

	event->fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
	if (event->fd < 0)
		return -errno;
	page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, event->fd, 0);
	event->page = page != MAP_FAILED ? page : NULL;
	return 0;
}

void perf_close(struct perf_event *event)
{
	if (event->page != NULL)
		munmap((void *)event->page, (size_t)sysconf(_SC_PAGESIZE));
	close(event->fd);
}

bool perf_read(const struct perf_event *event, uint64_t *count)
{
	return read(event->fd, count, sizeof(*count)) == sizeof(*count);
}

uint64_t perf_rdpmc(uint32_t counter)
{
	return rdpmc(counter);
}
