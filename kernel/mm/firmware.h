/* SPDX-License-Identifier: MIT */
/* Access to memory at addresses that firmware supplies. */
#ifndef KERNEL_MM_FIRMWARE_H
#define KERNEL_MM_FIRMWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the CPU can address the whole range and it does not begin at 0. */
bool firmware_is_addressable(uint64_t phys, size_t size_bytes);

/* The end of the CPU's physical address space. */
uint64_t firmware_end_phys(void);

/* Map a range permanently for reading. Returns NULL if it is empty or not addressable. */
const uint8_t *firmware_map(uint64_t phys, size_t size_bytes);

#endif
