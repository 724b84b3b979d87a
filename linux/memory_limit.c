/* SPDX-License-Identifier: MIT */
/* Linux overcommits memory and kills processes later, so the process checks the limits first. */
#include "linux/memory_limit.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include "linux/files.h"

#define PATH_CHARS 512

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

/* Lower *bytes to the rest of the group at path and of each group above it. In a container the path
 * may be the host's; its last step, the root, still shows the container's group. */
static void lower_to_group(const struct hierarchy *hierarchy, char *path, uint64_t *bytes)
{
	char name[2 * PATH_CHARS];
	uint64_t limit, usage;
	char *slash;

	for (;;) {
		snprintf(name, sizeof(name), "%s%s/%s", hierarchy->mount, path, hierarchy->limit);
		if (files_number(name, &limit)) {
			snprintf(name, sizeof(name), "%s%s/%s", hierarchy->mount, path,
				 hierarchy->usage);
			if (files_number(name, &usage))
				lower(bytes, limit > usage ? limit - usage : 0);
		}
		slash = strrchr(path, '/');
		if (slash == NULL)
			return;
		*slash = '\0';
	}
}

/* Process a line of /proc/self/cgroup: "number:controllers:path" (cgroups(7)). */
static void lower_to_line(char *line, uint64_t *bytes)
{
	char *controller = strchr(line, ':');
	char *path = controller != NULL ? strchr(controller + 1, ':') : NULL;

	if (path == NULL)
		return;
	*controller++ = *path++ = '\0';
	path[strcspn(path, "\n")] = '\0';
	for (size_t i = 0; i < sizeof(hierarchies) / sizeof(hierarchies[0]); i++) {
		if (strcmp(controller, hierarchies[i].controller) == 0)
			lower_to_group(&hierarchies[i], path, bytes);
	}
}

static void lower_to_groups(uint64_t *bytes)
{
	FILE *file = fopen("/proc/self/cgroup", "re");
	char line[PATH_CHARS];

	if (file == NULL)
		return;
	while (fgets(line, sizeof(line), file) != NULL)
		lower_to_line(line, bytes);
	fclose(file);
}

/* Without /proc, unused memory, which is less: it excludes reclaimable caches. */
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
