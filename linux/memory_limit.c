/* SPDX-License-Identifier: MIT */
/* Linux overcommits memory and kills processes later, so the process checks the limits first. */
#include "linux/memory_limit.h"

#include <stdio.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include "linux/control_groups.h"
#include "linux/files.h"

#define PATH_CHARS 1100

/* Both versions of control groups: Linux Documentation/admin-guide/cgroup-v2, "memory.max", and
 * cgroup-v1/memory, "memory.limit_in_bytes". */
static const struct hierarchy {
	const char *controller;         /* as in the second field of /proc/self/cgroup */
	const char *mount;
	const char *limit, *usage;
} hierarchies[] = {
	{"", "/sys/fs/cgroup", "memory.max", "memory.current"},
	{"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"},
};

static void lower(uint64_t *bytes, uint64_t limit)
{
	if (limit < *bytes)
		*bytes = limit;
}

struct lowering {
	const struct hierarchy *hierarchy;
	uint64_t *bytes;
};

/* Lower the bytes to the rest of a group. */
static void lower_to_group(void *context, const char *directory)
{
	const struct lowering *lowering = context;
	char name[PATH_CHARS];
	uint64_t limit, usage;

	snprintf(name, sizeof(name), "%s/%s", directory, lowering->hierarchy->limit);
	if (!files_number(name, &limit))
		return;
	snprintf(name, sizeof(name), "%s/%s", directory, lowering->hierarchy->usage);
	if (files_number(name, &usage))
		lower(lowering->bytes, limit > usage ? limit - usage : 0);
}

static void lower_to_groups(uint64_t *bytes)
{
	for (size_t i = 0; i < sizeof(hierarchies) / sizeof(hierarchies[0]); i++) {
		struct lowering lowering = {&hierarchies[i], bytes};

		control_groups_visit(hierarchies[i].controller, hierarchies[i].mount,
				     lower_to_group, &lowering);
	}
}

/* Memory that is available. Without /proc, this is unused memory, which is less, because it
 * excludes reclaimable caches. */
static uint64_t available_bytes(void)
{
	struct sysinfo info;
	uint64_t kilobytes;

	if (files_field("/proc/meminfo", "MemAvailable", &kilobytes))
		return kilobytes * 1024;
	return sysinfo(&info) == 0 ? (uint64_t)info.freeram * info.mem_unit : 0;
}

uint64_t memory_limit_bytes(void)
{
	struct rlimit address_space;
	uint64_t bytes = available_bytes();

	lower_to_groups(&bytes);
	if (getrlimit(RLIMIT_AS, &address_space) == 0)
		lower(&bytes, address_space.rlim_cur);
	return bytes - bytes / 4;
}
