/* SPDX-License-Identifier: MIT */
/* QEMU's fw_cfg device, as QEMU's ACPI tables describe it. */
#ifndef BOOT_EFI_TREE_FW_CFG_ACPI_H
#define BOOT_EFI_TREE_FW_CFG_ACPI_H

#include <stdint.h>

/* The device's address by the ACPI tables of the root pointer rsdp (NULL: no tables). Returns 0
 * without the device. */
uint64_t fw_cfg_find_acpi(const void *rsdp);

#endif
