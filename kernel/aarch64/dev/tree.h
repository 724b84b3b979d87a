/* SPDX-License-Identifier: MIT */
/* The machine's device tree, and registers of its devices. Boot CPU. */
#ifndef KERNEL_AARCH64_DEV_TREE_H
#define KERNEL_AARCH64_DEV_TREE_H

#include "boot/boot_info.h"
#include "boot/device_tree.h"

/* Open the tree that the loader passed. Call again after paging_init, because the tree's address
 * changes. */
void tree_init(const struct boot_info *info);

/* The tree of tree_init(); empty if the loader passed none. */
const struct device_tree *machine_tree(void);

/* Map the range of the node with that index. Returns NULL if there is no such range. If memory lies
 * there, warns with the name of the device and returns NULL. */
volatile void *tree_map(const struct device_node *node, unsigned index, const char *device);

/* The GIC's number for the node's interrupt with that index. Each interrupt has three cells: kind,
 * number, trigger. Returns 0 without such an interrupt. Linux, Documentation/devicetree/bindings/
 * interrupt-controller/arm,gic.yaml, "#interrupt-cells". */
uint32_t tree_interrupt(const struct device_node *node, unsigned index);

#endif
