/* SPDX-License-Identifier: MIT */
/* Looking at what firmware left in memory, by addresses that firmware gives. */
#ifndef KERNEL_MM_FIRMWARE_H
#define KERNEL_MM_FIRMWARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this CPU can address all of a range that is not at 0. */
bool firmware_is_addressable(uint64_t phys, size_t size_bytes);

/* The first address that this CPU can't have. */
uint64_t firmware_end_phys(void);

/* The range, mapped for good to be read. NULL if it is empty or can't be addressed. */
const uint8_t *firmware_map(uint64_t phys, size_t size_bytes);

#endif
