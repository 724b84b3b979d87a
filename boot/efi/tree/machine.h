/* SPDX-License-Identifier: MIT */
/* A machine that firmware describes by a device tree, or else by ACPI tables. */
#ifndef BOOT_EFI_TREE_MACHINE_H
#define BOOT_EFI_TREE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/boot_info.h"
#include "boot/device_tree.h"

/* Open the firmware's device tree. Returns its bytes. Without a device tree, returns NULL, and
 * *tree is empty. */
const void *machine_open_tree(struct device_tree *tree);

/* Find QEMU's fw_cfg device, and use it. */
void machine_find_fw_cfg(void);

/* Implements processor_read_line() of boot/efi/processor.h. */
bool machine_read_line(char *line, size_t size, size_t *length);
uint64_t machine_memory_begin(void);

/* Add the device tree and the fw_cfg device to info. Works without boot services. */
void machine_describe(struct boot_info *info);

#endif
