/* SPDX-License-Identifier: MIT */
/* Free ranges of physical memory: the usable parts of a firmware map, and allocation from them. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/rng.h"

#define MIB 0x100000ull

static struct boot_info info;
static struct memory_map map;

static const struct memory_range everywhere = {0, UINT64_MAX};

static void add_entry(uint64_t base, uint64_t size, enum boot_memory_type type)
{
	info.memory[info.memory_count++] = (struct boot_memory){base, size, type};
}

static int start_empty(void **state)
{
	(void)state;
	memset(&info, 0, sizeof(info));
	memset(&map, 0, sizeof(map));
	return 0;
}

static void assert_range(uint32_t index, uint64_t base, uint64_t end)
{
	assert_true(index < map.count);
	assert_int_equal(map.ranges[index].base_phys, base);
	assert_int_equal(map.ranges[index].end_phys, end);
}

TEST_WITH(usable_ranges_are_sorted_and_merged, start_empty, NULL)
{
	add_entry(4 * MIB, MIB, BOOT_MEMORY_USABLE);
	add_entry(1 * MIB, MIB, BOOT_MEMORY_USABLE);
	add_entry(2 * MIB, MIB, BOOT_MEMORY_USABLE);
	memory_map_from_boot_info(&map, &info);
	assert_int_equal(map.count, 2);
	assert_range(0, 1 * MIB, 3 * MIB);
	assert_range(1, 4 * MIB, 5 * MIB);
}

TEST_WITH(range_that_overlaps_a_reserved_one_is_not_free, start_empty, NULL)
{
	add_entry(2 * MIB, MIB, BOOT_MEMORY_RESERVED);
	add_entry(1 * MIB, 4 * MIB, BOOT_MEMORY_USABLE);
	add_entry(0, MIB + 1, BOOT_MEMORY_ACPI);
	memory_map_from_boot_info(&map, &info);
	assert_int_equal(map.count, 2);
	assert_range(0, 1 * MIB + PAGE_4K, 2 * MIB);
	assert_range(1, 3 * MIB, 5 * MIB);
}

TEST_WITH(partial_pages_are_not_free, start_empty, NULL)
{
	add_entry(MIB + 1, 3 * PAGE_4K, BOOT_MEMORY_USABLE);
	add_entry(4 * MIB, PAGE_4K - 1, BOOT_MEMORY_USABLE);
	memory_map_from_boot_info(&map, &info);
	assert_int_equal(map.count, 1);
	assert_range(0, MIB + PAGE_4K, MIB + 3 * PAGE_4K);
}

TEST_WITH(range_that_wraps_ends_at_the_top, start_empty, NULL)
{
	add_entry(UINT64_MAX - MIB, 2 * MIB, BOOT_MEMORY_USABLE);
	add_entry(MIB, MIB, BOOT_MEMORY_USABLE);
	add_entry(UINT64_MAX - MIB, UINT64_MAX, BOOT_MEMORY_RESERVED);
	memory_map_from_boot_info(&map, &info);
	assert_range(0, MIB, 2 * MIB);
	assert_true(map.count == 1 || map.ranges[1].base_phys >= UINT64_MAX - 2 * PAGE_4K);
}

TEST_WITH(memory_is_taken_from_the_highest_fitting_place, start_empty, NULL)
{
	add_entry(1 * MIB, 8 * MIB, BOOT_MEMORY_USABLE);
	add_entry(16 * MIB, MIB, BOOT_MEMORY_USABLE);
	memory_map_from_boot_info(&map, &info);
	assert_int_equal(memory_map_alloc(&map, PAGE_4K, PAGE_4K, everywhere), 17 * MIB - PAGE_4K);
	assert_int_equal(memory_map_alloc(&map, 2 * MIB, PAGE_2M, everywhere), 6 * MIB);
	assert_int_equal(memory_map_alloc(&map, PAGE_4K, PAGE_4K,
					  (struct memory_range){0, 4 * MIB}), 4 * MIB - PAGE_4K);
	assert_int_equal(memory_map_alloc(&map, 64 * MIB, PAGE_4K, everywhere), MEMORY_NONE);
}

TEST_WITH(memory_within_a_range_is_not_of_another, start_empty, NULL)
{
	const struct memory_range node = {2 * MIB, 4 * MIB};

	add_entry(1 * MIB, 8 * MIB, BOOT_MEMORY_USABLE);
	memory_map_from_boot_info(&map, &info);
	assert_int_equal(memory_map_largest(&map, PAGE_4K, node), 2 * MIB);
	assert_int_equal(memory_map_alloc(&map, 2 * MIB, PAGE_4K, node), 2 * MIB);
	assert_int_equal(memory_map_alloc(&map, PAGE_4K, PAGE_4K, node), MEMORY_NONE);
	assert_int_equal(memory_map_largest(&map, PAGE_4K, node), 0);
	assert_int_equal(memory_map_largest(&map, PAGE_4K, everywhere), 5 * MIB);
}

TEST_WITH(largest_block_respects_alignment, start_empty, NULL)
{
	add_entry(1 * MIB, 6 * MIB, BOOT_MEMORY_USABLE);
	memory_map_from_boot_info(&map, &info);
	assert_int_equal(memory_map_largest(&map, PAGE_2M, everywhere), 4 * MIB);
	assert_int_equal(memory_map_largest(&map, PAGE_1G, everywhere), 0);
}

/* Each reserved page splits off a range of 1 MiB; the last split leaves the largest at the end. */
TEST_WITH(full_list_loses_its_smallest_ranges_but_never_gives_reserved_memory, start_empty, NULL)
{
	add_entry(0, 4096 * MIB, BOOT_MEMORY_USABLE);
	memory_map_from_boot_info(&map, &info);
	for (uint64_t i = 1; i <= MEMORY_RANGES_MAX + 8; i++)
		memory_map_reserve(&map, i * MIB, PAGE_4K);
	assert_int_equal(map.count, MEMORY_RANGES_MAX);
	assert_int_equal(map.dropped, 9);
	assert_range(map.count - 1, (MEMORY_RANGES_MAX + 8) * MIB + PAGE_4K, 4096 * MIB);
	for (uint32_t i = 0; i < map.count; i++) {
		for (uint64_t page = 1; page <= MEMORY_RANGES_MAX + 8; page++)
			assert_false(map.ranges[i].base_phys <= page * MIB &&
				     map.ranges[i].end_phys > page * MIB);
	}
}

static void assert_well_formed(void)
{
	for (uint32_t i = 0; i < map.count; i++) {
		assert_true(map.ranges[i].base_phys < map.ranges[i].end_phys);
		assert_true(i == 0 || map.ranges[i - 1].end_phys < map.ranges[i].base_phys);
	}
}

/* Whether a page is usable, computed directly from the entries. */
static bool page_is_usable(uint64_t page)
{
	bool usable = false;

	for (uint32_t i = 0; i < info.memory_count; i++) {
		const struct boot_memory *entry = &info.memory[i];
		uint64_t end = entry->base_phys + entry->size_bytes;

		if (entry->type == BOOT_MEMORY_USABLE)
			usable |= entry->base_phys <= page && end >= page + PAGE_4K;
		else if (entry->base_phys < page + PAGE_4K && end > page)
			return false;
	}
	return usable;
}

static bool page_is_free(uint64_t page)
{
	for (uint32_t i = 0; i < map.count; i++) {
		if (map.ranges[i].base_phys <= page && map.ranges[i].end_phys > page)
			return true;
	}
	return false;
}

/* A page may be lost if only two usable entries together cover it. An unusable page must never be
 * free. */
TEST_WITH(random_maps_give_only_usable_pages, start_empty, NULL)
{
	struct rng rng;

	rng_seed(&rng, 1);
	for (int round = 0; round < 300; round++) {
		start_empty(state);
		for (int i = 0; i < 12; i++)
			add_entry(rng_below(&rng, 64) * (PAGE_4K / 2),
				  (1 + rng_below(&rng, 24)) * (PAGE_4K / 2),
				  (enum boot_memory_type)rng_below(&rng, 3));
		memory_map_from_boot_info(&map, &info);
		assert_well_formed();
		for (uint64_t page = 0; page < 64 * PAGE_4K; page += PAGE_4K)
			assert_int_equal(page_is_free(page), page_is_usable(page));
	}
}
