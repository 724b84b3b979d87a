/* SPDX-License-Identifier: MIT */
/* The fw_cfg device of a device tree. */
#ifndef BOOT_FW_CFG_MEMORY_H
#define BOOT_FW_CFG_MEMORY_H

#include "boot/device_tree.h"

#define FW_CFG_BYTES 0x18               /* of registers */

/* The device's address; 0 without one. */
uint64_t fw_cfg_find(const struct device_tree *tree);

/* Use the device by this address under the page tables in force; NULL: none. */
void fw_cfg_use(volatile void *registers);

#endif
