/* SPDX-License-Identifier: MIT */
/* Access to memory and devices at addresses that firmware supplies. Firmware may be wrong: for
 * example, it may give an address within the kernel's own code for a device. */
#ifndef KERNEL_MM_FIRMWARE_H
#define KERNEL_MM_FIRMWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boot/boot_info.h"

/* Use the memory map of info for the checks below. Boot CPU, before all other functions here. */
void firmware_init(const struct boot_info *info);

/* Whether the CPU can address the whole range and it does not begin at 0. */
bool firmware_is_addressable(uint64_t phys, size_t size_bytes);

/* The end of the CPU's physical address space. */
uint64_t firmware_end_phys(void);

/* Whether any part of the range is memory of the kernel's image or of the firmware's map. Firmware
 * places devices only in reserved and unlisted ranges. */
bool firmware_is_memory(uint64_t phys, uint64_t size_bytes);

/* The reason why a range cannot belong to a device, or NULL. The range of a device is addressable
 * and contains no memory. */
const char *firmware_reason_against(uint64_t phys, uint64_t size_bytes);

/* Map device registers permanently, uncached. If the range is not addressable or contains memory,
 * returns NULL with a warning that names the device. */
volatile void *firmware_map_device(const char *device, uint64_t phys, size_t size_bytes);

/* Map a range permanently for reading. Returns NULL if it is empty or not addressable. */
const uint8_t *firmware_map(uint64_t phys, size_t size_bytes);

#endif
