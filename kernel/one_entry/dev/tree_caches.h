/* SPDX-License-Identifier: MIT */
/* Caches in the device tree. */
#ifndef KERNEL_ONE_ENTRY_DEV_TREE_CACHES_H
#define KERNEL_ONE_ENTRY_DEV_TREE_CACHES_H

#include "boot/device_tree.h"
#include "kernel/one_entry/dev/acpi/cache_list.h"

/* Read the caches of the CPU whose `reg` is cpu. The sharing of a cache is the number of CPUs that
 * lead to it. Returns false, with an empty list, if the CPU is missing, or its caches are not
 * described correctly: a reference to a node that does not exist, a circle, or more than
 * CPU_CACHES_MAX caches. */
bool tree_caches_read(const struct device_tree *tree, uint64_t cpu, struct cache_list *list);

#endif
