/* SPDX-License-Identifier: MIT */
/* Physical memory: one map and one saved state of it. Benchmarks run one at a time, so restoring
 * the saved state is the only way of freeing. A faulting benchmark cannot leak. */
#include "kernel/mm/memory.h"

#include "kernel/core/image.h"
#include "kernel/machine/page_size.h"
#include "lib/text/string.h"

#define LOW_MEMORY_BYTES 0x100000u      /* used by BIOS data, VGA and option ROMs */
#define LOW_PAGE_LOWEST 0x1000u         /* page 0 holds the real-mode interrupt vectors */
#define EBDA_LOWEST 0x80000u
#define TABLES_LIMIT_PHYS (1ull << 32)  /* reachable by boot page tables and 32-bit start-up code */

static const struct memory_range everywhere = {0, UINT64_MAX};

static struct memory_map free_memory, marked;
static struct memory_ranges preferred;
static uint64_t mark_number;
static uint64_t low_page = MEMORY_NONE;

void memory_init(const struct boot_info *info)
{
	memory_map_from_boot_info(&free_memory, info);
	memory_map_reserve(&free_memory, kernel_phys_base, image_size_bytes());
	for (uint32_t i = 0; i < info->module_count; i++)
		memory_map_reserve(&free_memory, info->modules[i].base_phys,
				   info->modules[i].size_bytes);
	memory_map_reserve(&free_memory, 0, LOW_PAGE_LOWEST);
	low_page = memory_map_alloc(&free_memory, PAGE_4K, PAGE_4K,
				    (struct memory_range){0, EBDA_LOWEST});
	memory_map_reserve(&free_memory, 0, LOW_MEMORY_BYTES);
}

void memory_prefer(struct memory_ranges ranges)
{
	preferred = ranges;
}

uint64_t memory_alloc_within(struct memory_ranges within, uint64_t size_bytes,
			     uint64_t align_bytes)
{
	for (uint32_t i = within.count; i-- > 0;) {
		uint64_t base = memory_map_alloc(&free_memory, size_bytes, align_bytes,
						 within.ranges[i]);

		if (base != MEMORY_NONE)
			return base;
	}
	return MEMORY_NONE;
}

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	uint64_t base = memory_alloc_within(preferred, size_bytes, align_bytes);

	if (base != MEMORY_NONE)
		return base;
	return memory_map_alloc(&free_memory, size_bytes, align_bytes, everywhere);
}

void memory_exclude(uint64_t base_phys, uint64_t size_bytes)
{
	memory_map_reserve(&free_memory, base_phys, size_bytes);
}

void *memory_alloc_page(void)
{
	uint64_t page_phys = memory_map_alloc(&free_memory, PAGE_4K, PAGE_4K,
					      (struct memory_range){0, TABLES_LIMIT_PHYS});

	if (page_phys == MEMORY_NONE)
		return NULL;
	return memset(phys_to_virt(page_phys), 0, PAGE_4K);
}

uint64_t memory_low_page(void)
{
	return low_page;
}

uint64_t memory_largest(struct memory_ranges within, uint64_t align_bytes)
{
	uint64_t largest = 0;

	for (uint32_t i = 0; i < within.count; i++) {
		uint64_t bytes = memory_map_largest(&free_memory, align_bytes, within.ranges[i]);

		largest = bytes > largest ? bytes : largest;
	}
	return largest;
}

const struct memory_map *memory_free(void)
{
	return &free_memory;
}

void memory_mark(void)
{
	mark_number++;
	marked = free_memory;
}

void memory_release(void)
{
	free_memory = marked;
}

uint64_t memory_mark_number(void)
{
	return mark_number;
}
