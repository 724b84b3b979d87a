/* SPDX-License-Identifier: MIT */
/* The fw_cfg device of a device tree. */
#ifndef BOOT_AARCH64_FW_CFG_ACCESS_H
#define BOOT_AARCH64_FW_CFG_ACCESS_H

#include "boot/device_tree.h"

/* The device's address; 0 without one. */
uint64_t fw_cfg_find(const struct device_tree *tree, uint64_t *size_bytes);

/* Use the device by this address under the page tables in force; NULL: none. */
void fw_cfg_use(volatile void *registers);

#endif
