/* SPDX-License-Identifier: MIT */
/* Demand-zero mappings in ordinary memory: contents, counters and rejected addresses. */
#include "tests/unit/unit.h"

#include <string.h>

#include "kernel/mm/demand.h"

#define BASE_VIRT 0x10000000000ull
#define BITS (PTE_PRESENT | PTE_USER | PTE_WRITE | PTE_NO_EXECUTE)
#define PAGES 4
#define LARGE_PHYS 0x40000000ull
#define SMALL_PHYS 0x123000ull

static uint8_t table_pages[8][PAGE_4K] __attribute__((aligned(4096)));
static size_t tables_taken;
static uint8_t small_block[3 * PAGE_4K] __attribute__((aligned(4096)));
static uint8_t large_block[2 * PAGE_2M] __attribute__((aligned(4096)));
static struct page_tables tables;
static struct demand_mapping mapping;

static void *take_table(void)
{
	return tables_taken < 8 ? memset(table_pages[tables_taken++], 0, PAGE_4K) : NULL;
}

static void make_mapping(uint64_t page_bytes, uint8_t *block, uint64_t phys, uint64_t bytes)
{
	tables_taken = 0;
	memset(block, 0xee, bytes);
	page_entry_allow_no_execute(true);
	tables = (struct page_tables){.take_page = take_table};
	tables.root = take_table();
	mapping = (struct demand_mapping){
		.tables = &tables,
		.base_virt = BASE_VIRT,
		.size_bytes = PAGES * page_bytes,
		.page_bytes = page_bytes,
		.bits = BITS,
	};
	frames_init(&mapping.frames, block, phys, bytes, page_bytes);
}

/* Only two frames are available. */
static int make_small(void **state)
{
	(void)state;
	make_mapping(PAGE_4K, small_block, SMALL_PHYS, sizeof(small_block));
	return 0;
}

static uint64_t entry_at(uint64_t virt)
{
	return *page_tables_entry(&tables, virt, mapping.page_bytes);
}

static bool is_clear(const uint8_t *bytes, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		if (bytes[i] != 0)
			return false;
	}
	return true;
}

TEST_WITH(first_access_maps_a_zeroed_page_and_counts_it, make_small, NULL)
{
	for (int has_clear = 0; has_clear < 2; has_clear++) {
		uint64_t entry;

		mapping.has_clear = has_clear;
		assert_true(demand_populate(&mapping, BASE_VIRT + PAGE_4K + 5));
		entry = entry_at(BASE_VIRT + PAGE_4K);
		assert_int_equal(entry & ~PTE_ADDRESS, BITS);
		assert_uint_in_range(entry & PTE_ADDRESS, SMALL_PHYS + PAGE_4K,
				     SMALL_PHYS + 2 * PAGE_4K);
		assert_true(is_clear(small_block + ((entry & PTE_ADDRESS) - SMALL_PHYS), PAGE_4K));
		assert_int_equal(mapping.resident_bytes, PAGE_4K);
		memset(small_block + PAGE_4K, 0xee, 2 * PAGE_4K);
		demand_release(&mapping, BASE_VIRT + PAGE_4K);
		assert_int_equal(entry_at(BASE_VIRT + PAGE_4K), 0);
		assert_int_equal(mapping.resident_bytes, 0);
	}
}

TEST(large_page_is_zeroed_whole_and_marked_as_large)
{
	uint64_t entry;

	make_mapping(PAGE_2M, large_block, LARGE_PHYS, sizeof(large_block));
	assert_true(demand_populate(&mapping, BASE_VIRT + PAGE_2M + 12345));
	entry = entry_at(BASE_VIRT + PAGE_2M);
	assert_int_equal(entry, (LARGE_PHYS + PAGE_2M) | BITS | PTE_LARGE);
	assert_true(is_clear(large_block + PAGE_2M, PAGE_2M));
	assert_int_equal(mapping.resident_bytes, PAGE_2M);
	assert_false(demand_populate(&mapping, BASE_VIRT));
}

TEST_WITH(address_outside_the_mapping_is_rejected, make_small, NULL)
{
	assert_false(demand_populate(&mapping, BASE_VIRT - 1));
	assert_false(demand_populate(&mapping, BASE_VIRT + PAGES * PAGE_4K));
	assert_false(demand_populate(&mapping, 0));
	assert_int_equal(mapping.frames.free_count, 2);
	assert_int_equal(mapping.resident_bytes, 0);
}

TEST_WITH(populated_page_is_kept, make_small, NULL)
{
	uint64_t entry;

	assert_true(demand_populate(&mapping, BASE_VIRT));
	entry = entry_at(BASE_VIRT);
	assert_false(demand_populate(&mapping, BASE_VIRT + 8));
	assert_int_equal(entry_at(BASE_VIRT), entry);
	assert_int_equal(mapping.resident_bytes, PAGE_4K);
}

TEST_WITH(failed_populate_changes_nothing_and_released_memory_is_reused, make_small, NULL)
{
	assert_true(demand_populate(&mapping, BASE_VIRT));
	assert_true(demand_populate(&mapping, BASE_VIRT + PAGE_4K));
	assert_false(demand_populate(&mapping, BASE_VIRT + 2 * PAGE_4K));
	assert_int_equal(entry_at(BASE_VIRT + 2 * PAGE_4K), 0);
	assert_int_equal(mapping.resident_bytes, 2 * PAGE_4K);
	demand_release(&mapping, BASE_VIRT);
	demand_release(&mapping, BASE_VIRT);
	assert_true(demand_populate(&mapping, BASE_VIRT + 2 * PAGE_4K));
	assert_int_equal(mapping.resident_bytes, 2 * PAGE_4K);
}
