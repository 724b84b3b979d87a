/* SPDX-License-Identifier: MIT */
/* The machine's device tree, and registers of its devices. Boot CPU. */
#ifndef KERNEL_RISCV64_DEV_TREE_H
#define KERNEL_RISCV64_DEV_TREE_H

#include "boot/boot_info.h"
#include "boot/device_tree.h"

/* Open the tree that firmware passed. Call again after paging_init, because the tree's address
 * changes. */
void tree_init(const struct boot_info *info);

/* The tree of tree_init(); empty if firmware passed none. */
const struct device_tree *machine_tree(void);

/* Map the first range of the node. Returns NULL if there is none. If memory lies there, warns with
 * the name of the device and returns NULL. */
volatile void *tree_map(const struct device_node *node, const char *device);

#endif
