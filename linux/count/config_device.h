/* SPDX-License-Identifier: MIT */
/* Reads a file of QEMU's configuration device from user space. The file may change while the
 * machine is stopped. QEMU, docs/specs/fw_cfg.rst, "QEMU Firmware Configuration (fw_cfg)
 * Device". */
#ifndef LINUX_COUNT_CONFIG_DEVICE_H
#define LINUX_COUNT_CONFIG_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Get memory that the device can write to. Call as root, after machine_begin(). On failure, ends
 * the process with a message. */
void config_begin(void);

/* Select a file. Returns false if the device has no file of this name. */
bool config_select(const char *name);

/* Read the next bytes of the selected file. If the file has fewer bytes, ends the process with a
 * message. */
void config_read(void *bytes, size_t size);

/* Let the device write bytes of the selected file, from an offset, to physical memory, which may be
 * the kernel's. Select the file again before config_read(). */
void config_copy(uint32_t offset, uint32_t size, uint64_t to_phys);

#endif
