/* SPDX-License-Identifier: MIT */
#include "linux/control_groups.h"

#include <stdio.h>
#include <string.h>

#define PATH_CHARS 512

static void visit_path(const char *mount, char *path,
		       void (*visit)(void *context, const char *directory), void *context)
{
	char directory[2 * PATH_CHARS];
	char *slash;

	for (;;) {
		snprintf(directory, sizeof(directory), "%s%s", mount, path);
		visit(context, directory);
		slash = strrchr(path, '/');
		if (slash == NULL)
			return;
		*slash = '\0';
	}
}

/* Each line is "number:controllers:path". */
void control_groups_visit(const char *controllers, const char *mount,
			  void (*visit)(void *context, const char *directory), void *context)
{
	FILE *file = fopen("/proc/self/cgroup", "re");
	char line[PATH_CHARS];

	if (file == NULL)
		return;
	while (fgets(line, sizeof(line), file) != NULL) {
		char *name = strchr(line, ':');
		char *path = name != NULL ? strchr(name + 1, ':') : NULL;

		if (path == NULL)
			continue;
		*path++ = '\0';
		path[strcspn(path, "\n")] = '\0';
		if (strcmp(name + 1, controllers) == 0)
			visit_path(mount, path, visit, context);
	}
	fclose(file);
}
