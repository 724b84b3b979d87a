/* SPDX-License-Identifier: MIT */
/* Physical memory: the free ranges of the firmware's map. */
#ifndef KERNEL_MM_MEMORY_H
#define KERNEL_MM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "boot/boot_info.h"
#include "kernel/machine/arch.h"        /* RAM_BASE_VIRT */

#define MEMORY_RANGES_MAX 512
#define MEMORY_NONE UINT64_MAX

struct memory_range {
	uint64_t base_phys, end_phys;
};

/* Free ranges, sorted by address, neither adjacent nor overlapping. */
struct memory_map {
	uint32_t count;
	uint32_t dropped;               /* ranges lost because the list was full */
	struct memory_range ranges[MEMORY_RANGES_MAX];
};

/* Fill *map with the 4 KiB pages that are usable and that no other entry covers. Entries of the
 * firmware's map may be unordered and overlap. Where they overlap, the more restrictive type
 * applies. */
void memory_map_from_boot_info(struct memory_map *map, const struct boot_info *info);

/* Add a range, and merge it with all adjacent or overlapping ranges. */
void memory_map_add(struct memory_map *map, struct memory_range range);

/* Remove a range from the free memory. Parts that are not free are ignored. */
void memory_map_reserve(struct memory_map *map, uint64_t base_phys, uint64_t size_bytes);

/* Allocate size_bytes, aligned to align_bytes (a power of two), within the given range, at the
 * highest possible address. Returns MEMORY_NONE if no free range fits. */
uint64_t memory_map_alloc(struct memory_map *map, uint64_t size_bytes, uint64_t align_bytes,
			  struct memory_range within);

/* The largest multiple of align_bytes that memory_map_alloc can allocate. */
uint64_t memory_map_largest(const struct memory_map *map, uint64_t align_bytes,
			    struct memory_range within);

/* ---- The machine's memory; boot CPU only ---- */

/* Initialise from the firmware's map, without the kernel image and the first MiB. */
void memory_init(const struct boot_info *info);

/* Find memory that does not keep what is written, and remove it from the free memory. Checks one
 * word in each 2 MiB, or at most RAM_CHECK_PLACES_MAX words, except in the middle of the largest
 * range. Once, after paging_init. */
void memory_check(void);

/* Warn about the memory that was left out so far, and from now on about further memory at once.
 * Once, when the console works with the kernel's page tables. */
void memory_report_bad(void);

/* Ranges of addresses, such as those of a memory node. */
struct memory_ranges {
	uint32_t count;
	const struct memory_range *ranges;      /* sorted by address */
};

/* From now on memory_alloc uses these ranges, which must stay valid, if they have enough memory.
 * Otherwise it uses other memory. */
void memory_prefer(struct memory_ranges ranges);

/* Allocate like memory_map_alloc: from the preferred ranges, or else anywhere. Contents are
 * unspecified. Memory that was not allocated before is first written and read back. If a page is
 * bad, the 2 MiB around it are removed from the free memory, with a warning. */
uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes);

/* Like memory_alloc(), within the ranges only. */
uint64_t memory_alloc_within(struct memory_ranges within, uint64_t size_bytes,
			     uint64_t align_bytes);

/* Like memory_alloc_within(), without the check, for a measurement of the first access. */
uint64_t memory_alloc_untouched(struct memory_ranges within, uint64_t size_bytes,
				uint64_t align_bytes);


/* Address of RAM that was free at start. */
static inline void *phys_to_virt(uint64_t phys)
{
	return (void *)(uintptr_t)(phys + RAM_BASE_VIRT);
}

/* Take a range out of the free memory permanently, so that no allocation returns any part of it. */
void memory_exclude(uint64_t base_phys, uint64_t size_bytes);

/* Allocate a cleared 4 KiB page below PAGING_BOOT_BYTES. Returns its address in the RAM mapping, or
 * NULL. */
void *memory_alloc_page(void);

/* Allocate a page below 1 MiB for start-up code. Returns MEMORY_NONE if none is free. */
uint64_t memory_low_page(void);

/* The largest block that memory_alloc_within can allocate. */
uint64_t memory_largest(struct memory_ranges within, uint64_t align_bytes);

const struct memory_map *memory_free(void);

/* memory_mark() saves the state. memory_release() frees everything allocated since. There is one
 * saved state. */
void memory_mark(void);
void memory_release(void);

/* Number of the saved state, which each memory_mark() increments. Memory that was allocated under
 * an earlier number is gone. */
uint64_t memory_mark_number(void);

#endif
