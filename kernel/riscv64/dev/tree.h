/* SPDX-License-Identifier: MIT */
/* The machine's device tree, and registers of its devices. Boot CPU. */
#ifndef KERNEL_RISCV64_DEV_TREE_H
#define KERNEL_RISCV64_DEV_TREE_H

#include "boot/boot_info.h"
#include "boot/device_tree.h"

/* Open the tree that firmware passed. Again after paging_init, as its address changes. */
void tree_init(const struct boot_info *info);

/* Empty if firmware passed none. */
const struct device_tree *machine_tree(void);

/* Map the first range of the node. Returns NULL without one. If memory lies there, warns with the
 * name of the device and returns NULL. */
volatile void *tree_map(const struct device_node *node, const char *device);

#endif
