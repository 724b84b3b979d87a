/* SPDX-License-Identifier: MIT */
/* Physical memory: one map and one saved state of it. Benchmarks run one at a time, so restoring
 * the saved state is the only way of freeing. A faulting benchmark cannot leak. */
#include "kernel/mm/memory.h"

#include <stdbool.h>

#include "bench/engine/warning.h"
#include "kernel/core/image.h"
#include "kernel/machine/page_size.h"
#include "kernel/machine/page_tables.h"
#include "kernel/mm/ram_check.h"
#include "lib/text/string.h"

#define LOW_MEMORY_BYTES 0x100000u      /* used by BIOS data, VGA and option ROMs */
#define LOW_PAGE_LOWEST 0x1000u         /* page 0 holds the real-mode interrupt vectors */
#define EBDA_LOWEST 0x80000u
#define BAD_BLOCK_BYTES 0x200000ull     /* left out around a bad page */
#define BAD_WARNINGS_MAX 8
#define UNTOUCHED_BEFORE 0x4000000ull   /* size of the untouched part before the middle of the
					 * largest range */
#define UNTOUCHED_AFTER 0xc000000ull
#define MIB 0x100000u

static const struct memory_range everywhere = {0, UINT64_MAX};

static struct memory_map free_memory, marked;
static struct memory_map checked;       /* memory that was written and read back */
static struct {
	unsigned count;
	bool is_reported;               /* from now on a further bad range is reported at once */
	struct memory_range ranges[BAD_WARNINGS_MAX];
} bad_memory;
static struct memory_ranges preferred;
static uint64_t mark_number;
static uint64_t low_page = MEMORY_NONE;

void memory_init(const struct boot_info *info)
{
	memory_map_from_boot_info(&free_memory, info);
	memory_map_reserve(&free_memory, RAM_PHYS_MAX, UINT64_MAX - RAM_PHYS_MAX);
	memory_map_reserve(&free_memory, kernel_phys_base, image_size_bytes());
	for (uint32_t i = 0; i < info->module_count; i++)
		memory_map_reserve(&free_memory, info->modules[i].base_phys,
				   info->modules[i].size_bytes);
	memory_map_reserve(&free_memory, 0, LOW_PAGE_LOWEST);
	low_page = memory_map_alloc(&free_memory, PAGE_4K, PAGE_4K,
				    (struct memory_range){0, EBDA_LOWEST});
	memory_map_reserve(&free_memory, 0, LOW_MEMORY_BYTES);
}

/* ---- Memory that does not keep what is written ---- */

static void report_bad(struct memory_range range)
{
	warning("memory", "%#lx to %#lx: %lu MiB do not keep what is written; not used",
		range.base_phys, range.end_phys - 1,
		(range.end_phys - range.base_phys + MIB - 1) / MIB);
}

static void leave_out(struct memory_range range)
{
	memory_exclude(range.base_phys, range.end_phys - range.base_phys);
	if (bad_memory.count == BAD_WARNINGS_MAX)
		return;
	bad_memory.ranges[bad_memory.count++] = range;
	if (bad_memory.is_reported)
		report_bad(range);
}

/* Check the parts of a range that are not in checked. Returns the first bad page, or
 * MEMORY_NONE. */
static uint64_t find_bad(struct memory_range range)
{
	static struct memory_map left;

	left = (struct memory_map){.count = 1, .ranges = {range}};
	for (uint32_t i = 0; i < checked.count; i++)
		memory_map_reserve(&left, checked.ranges[i].base_phys,
				   checked.ranges[i].end_phys - checked.ranges[i].base_phys);
	for (uint32_t i = 0; i < left.count; i++) {
		uint64_t base_phys = left.ranges[i].base_phys;
		uint64_t pages = (left.ranges[i].end_phys - base_phys) / PAGE_4K;
		uint64_t good = ram_check(phys_to_virt(base_phys), pages);

		if (good < pages)
			return base_phys + good * PAGE_4K;
	}
	return MEMORY_NONE;
}

/* Allocate memory that keeps what is written. Each repetition removes bad memory from the free
 * memory, so in the end a good block is found, or none. */
static uint64_t alloc_good(uint64_t size_bytes, uint64_t align_bytes, struct memory_range within)
{
	for (;;) {
		uint64_t base = memory_map_alloc(&free_memory, size_bytes, align_bytes, within);
		struct memory_range block = {base, base + size_bytes};
		uint64_t bad;

		if (base == MEMORY_NONE)
			return MEMORY_NONE;
		bad = find_bad(block);
		if (bad == MEMORY_NONE) {
			memory_map_add(&checked, block);
			return base;
		}
		memory_map_add(&free_memory, block);
		bad &= ~(BAD_BLOCK_BYTES - 1);
		leave_out((struct memory_range){bad, bad + BAD_BLOCK_BYTES});
	}
}

/* The range that stays untouched. exit.unbacked_page measures the first access to the middle of the
 * largest block. Memory that is allocated until then moves that middle. */
static struct memory_range untouched(const struct memory_map *map)
{
	struct memory_range largest = {0, 0};
	uint64_t middle_phys;

	for (uint32_t i = 0; i < map->count; i++) {
		struct memory_range range = map->ranges[i];

		if (range.end_phys - range.base_phys > largest.end_phys - largest.base_phys)
			largest = range;
	}
	middle_phys = largest.base_phys + (largest.end_phys - largest.base_phys) / 2;
	return (struct memory_range){
		middle_phys > UNTOUCHED_BEFORE ? middle_phys - UNTOUCHED_BEFORE : 0,
		middle_phys + UNTOUCHED_AFTER};
}

/* The next place to check. */
static uint64_t after_untouched(struct memory_range range, uint64_t phys)
{
	return phys >= range.base_phys && phys < range.end_phys ? range.end_phys : phys;
}

/* Whether a bad place belongs to the same bad range as the places before it. Memory between two bad
 * places counts as bad. */
static bool continues(struct memory_range bad, uint64_t phys, struct memory_range untouched)
{
	return bad.end_phys == phys ||
	       (phys == untouched.end_phys && bad.end_phys >= untouched.base_phys);
}

void memory_check(void)
{
	static struct ram_check_place places[RAM_CHECK_PLACES_MAX];
	static struct memory_map ranges;
	struct memory_range bad = {0, 0}, kept;
	uint64_t total = 0, step;
	uint32_t count = 0, at = 0;

	ranges = free_memory;
	kept = untouched(&ranges);
	for (uint32_t i = 0; i < ranges.count; i++)
		total += ranges.ranges[i].end_phys - ranges.ranges[i].base_phys;
	/* each range has one place more than it has steps */
	step = total / (RAM_CHECK_PLACES_MAX - MEMORY_RANGES_MAX) / PAGE_4K * PAGE_4K + PAGE_4K;
	step = step > BAD_BLOCK_BYTES ? step : BAD_BLOCK_BYTES;
	for (uint32_t i = 0; i < ranges.count; i++) {
		for (uint64_t phys = after_untouched(kept, ranges.ranges[i].base_phys);
		     phys < ranges.ranges[i].end_phys; phys = after_untouched(kept, phys + step))
			places[count++].word = phys_to_virt(phys);
	}
	ram_check_places(places, count);
	for (uint32_t i = 0; i < ranges.count; i++) {
		for (uint64_t phys = after_untouched(kept, ranges.ranges[i].base_phys);
		     phys < ranges.ranges[i].end_phys;
		     phys = after_untouched(kept, phys + step)) {
			uint64_t end = phys + step < ranges.ranges[i].end_phys
				       ? phys + step : ranges.ranges[i].end_phys;

			if (!places[at++].is_bad)
				continue;
			if (!continues(bad, phys, kept)) {
				if (bad.end_phys != 0)
					leave_out(bad);
				bad.base_phys = phys;
			}
			bad.end_phys = end;
		}
	}
	if (bad.end_phys != 0)
		leave_out(bad);
}

void memory_report_bad(void)
{
	for (uint32_t i = 0; i < bad_memory.count; i++)
		report_bad(bad_memory.ranges[i]);
	bad_memory.is_reported = true;
}

/* ---- Allocation ---- */

void memory_prefer(struct memory_ranges ranges)
{
	preferred = ranges;
}

uint64_t memory_alloc_untouched(struct memory_ranges within, uint64_t size_bytes,
				uint64_t align_bytes)
{
	uint64_t base = MEMORY_NONE;

	for (uint32_t i = within.count; i-- > 0 && base == MEMORY_NONE;)
		base = memory_map_alloc(&free_memory, size_bytes, align_bytes, within.ranges[i]);
	return base;
}

uint64_t memory_alloc_within(struct memory_ranges within, uint64_t size_bytes,
			     uint64_t align_bytes)
{
	for (uint32_t i = within.count; i-- > 0;) {
		uint64_t base = alloc_good(size_bytes, align_bytes, within.ranges[i]);

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
	return alloc_good(size_bytes, align_bytes, everywhere);
}

void memory_exclude(uint64_t base_phys, uint64_t size_bytes)
{
	memory_map_reserve(&free_memory, base_phys, size_bytes);
	memory_map_reserve(&marked, base_phys, size_bytes);
}

void *memory_alloc_page(void)
{
	uint64_t page_phys = alloc_good(PAGE_4K, PAGE_4K,
					(struct memory_range){0, PAGING_BOOT_BYTES});

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
