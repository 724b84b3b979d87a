/* SPDX-License-Identifier: MIT */
/* The fw_cfg device of QEMU's ACPI tables. */
#ifndef BOOT_EFI_TREE_FW_CFG_ACPI_H
#define BOOT_EFI_TREE_FW_CFG_ACPI_H

#include <stdint.h>

/* The device's address by the tables of the root pointer (NULL: none); 0 without the device. */
uint64_t fw_cfg_find_acpi(const void *rsdp);

#endif
