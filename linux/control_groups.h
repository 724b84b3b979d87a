/* SPDX-License-Identifier: MIT */
/* The control groups of this process. cgroups(7). */
#ifndef LINUX_CONTROL_GROUPS_H
#define LINUX_CONTROL_GROUPS_H

/* Call visit with the directory of the process's group, of each group above it, and of the root,
 * which in a container shows the container's group. controllers is the second field of
 * /proc/self/cgroup, "" for version 2, and mount the hierarchy's mount point. */
void control_groups_visit(const char *controllers, const char *mount,
			  void (*visit)(void *context, const char *directory), void *context);

#endif
