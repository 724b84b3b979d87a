/* SPDX-License-Identifier: MIT */
/* Physical memory: the free ranges of the firmware's map. */
#ifndef KERNEL_MM_MEMORY_H
#define KERNEL_MM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "boot/boot_info.h"

#define MEMORY_RANGES_MAX 512
#define MEMORY_NONE UINT64_MAX

struct memory_range {
	uint64_t base_phys, end_phys;
};

/* Free memory, sorted by address; ranges neither touch nor overlap. */
struct memory_map {
	uint32_t count;
	uint32_t dropped;               /* ranges that were lost because the list was full */
	struct memory_range ranges[MEMORY_RANGES_MAX];
};

/* Fill *map with what is usable and overlaps nothing that is not, whole 4 KiB pages only. Entries
 * of the firmware's map may be in any order and may overlap: the more restrictive type wins. */
void memory_map_from_boot_info(struct memory_map *map, const struct boot_info *info);

/* Take a range out of the free memory; parts that are not free are passed over. */
void memory_map_reserve(struct memory_map *map, uint64_t base_phys, uint64_t size_bytes);

/* Take size_bytes aligned to align_bytes (a power of two) from below limit_phys, at the highest
 * address possible. Returns MEMORY_NONE when there is no such range. */
uint64_t memory_map_alloc(struct memory_map *map, uint64_t size_bytes, uint64_t align_bytes,
			  uint64_t limit_phys);

/* The largest size_bytes, a multiple of align_bytes, that memory_map_alloc could give. */
uint64_t memory_map_largest(const struct memory_map *map, uint64_t align_bytes);

/* ---- The machine's memory; boot CPU only ---- */

/* Set up from the firmware's map, without the kernel image and the first MiB. */
void memory_init(const struct boot_info *info);

/* As memory_map_alloc anywhere; a page is cleared by memory_alloc_page only. */
uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes);

/* One cleared 4 KiB page below 4 GiB, by its address in the RAM mapping. NULL when there is
 * none. */
void *memory_alloc_page(void);

/* A page below 1 MiB for the code that starts application CPUs, or MEMORY_NONE. */
uint64_t memory_low_page(void);

uint64_t memory_largest(uint64_t align_bytes);

/* What is free now. */
const struct memory_map *memory_free(void);

/* Remember the state, and go back to it: all that was taken in between is free again. One level. */
void memory_mark(void);
void memory_release(void);

/* Number of the state that is remembered; rises by one with each. What was taken under another
 * number is gone. */
uint64_t memory_mark_number(void);

#endif
