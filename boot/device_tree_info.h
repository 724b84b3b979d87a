/* SPDX-License-Identifier: MIT */
/* The parts of a boot_info that a device tree describes. */
#ifndef BOOT_DEVICE_TREE_INFO_H
#define BOOT_DEVICE_TREE_INFO_H

#include "boot/boot_info.h"
#include "boot/device_tree.h"

/* Add command line, memory map and initial file system of the tree at tree_phys. Members that the
 * tree says nothing about are unchanged. */
void device_tree_info(const struct device_tree *tree, uint64_t tree_phys, struct boot_info *info);

/* Add the ranges below /reserved-memory. UEFI firmware may list ranges without `no-map` as memory
 * of boot services, which is free once boot services have ended. */
void device_tree_add_reserved(const struct device_tree *tree, struct boot_info *info);

#endif
