/* SPDX-License-Identifier: MIT */
/* The fw_cfg device that a device tree describes. */
#ifndef BOOT_FW_CFG_MEMORY_H
#define BOOT_FW_CFG_MEMORY_H

#include "boot/device_tree.h"

#define FW_CFG_BYTES 0x18               /* size of the device's registers */

/* The device's address; 0 without one. */
uint64_t fw_cfg_find(const struct device_tree *tree);

/* Use the device at this address, which is valid with the current page tables; NULL: no device. */
void fw_cfg_use(volatile void *registers);

#endif
