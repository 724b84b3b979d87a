/* SPDX-License-Identifier: MIT */
/* Page tables in ordinary memory: mappings, page sizes and rejected requests. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/machine/page_tables.h"
#include "lib/text/errno.h"

#define ARENA_PAGES 64
#define KERNEL_VIRT 0xffffffff80100000ull
#define RAM_VIRT 0xffff800000000000ull
#define BITS (PTE_PRESENT | PTE_WRITE)

static uint8_t arena[ARENA_PAGES][PAGE_4K] __attribute__((aligned(4096)));
static size_t pages_taken, pages_allowed;

static void *take_page(void)
{
	return pages_taken < pages_allowed ? arena[pages_taken++] : NULL;
}

/* Tables whose physical addresses start at 1 MiB, whatever the arena's own address. */
static struct page_tables new_tables(size_t allowed)
{
	struct page_tables tables = {
		.virt_minus_phys = (uintptr_t)arena - 0x100000,
		.take_page = take_page,
		.has_1g = true,
	};

	page_entry_allow_no_execute(true);
	memset(arena, 0, sizeof(arena));
	pages_taken = 0;
	pages_allowed = allowed;
	tables.root = take_page();
	return tables;
}

TEST(page_size_is_read_back_from_the_tables)
{
	const uint64_t sizes[] = {PAGE_4K, PAGE_2M, PAGE_1G};

	for (size_t i = 0; i < 3; i++) {
		struct page_tables tables = new_tables(ARENA_PAGES);

		assert_int_equal(page_tables_page_bytes(&tables, RAM_VIRT), 0);
		page_tables_map(&tables, RAM_VIRT, PAGE_1G, sizes[i], BITS);
		assert_int_equal(page_tables_page_bytes(&tables, RAM_VIRT), sizes[i]);
		assert_int_equal(page_tables_page_bytes(&tables, RAM_VIRT + sizes[i] - 1),
				 sizes[i]);
		assert_int_equal(page_tables_page_bytes(&tables, RAM_VIRT + sizes[i]), 0);
	}
}

TEST(page_is_mapped_by_the_entry_of_its_size)
{
	const uint64_t sizes[] = {PAGE_4K, PAGE_2M, PAGE_1G};

	for (size_t i = 0; i < 3; i++) {
		struct page_tables tables = new_tables(ARENA_PAGES);
		uint64_t large = sizes[i] > PAGE_4K ? PTE_LARGE : 0;

		assert_int_equal(page_tables_map(&tables, RAM_VIRT, PAGE_1G, sizes[i], BITS), 0);
		assert_int_equal(*page_tables_entry(&tables, RAM_VIRT, sizes[i]),
				 PAGE_1G | BITS | large);
		assert_int_equal(pages_taken, 4 - i);
	}
}

TEST(entry_of_a_table_has_its_physical_address)
{
	struct page_tables tables = new_tables(ARENA_PAGES);

	assert_non_null(page_tables_entry(&tables, KERNEL_VIRT, PAGE_4K));
	assert_int_equal(tables.root[511], (0x100000 + PAGE_4K) | PTE_PRESENT | PTE_WRITE);
}

TEST(tables_of_the_lower_half_permit_user_mode_and_others_do_not)
{
	struct page_tables tables = new_tables(ARENA_PAGES);

	assert_int_equal(page_tables_map(&tables, 0x400000, PAGE_2M, PAGE_4K, BITS), 0);
	assert_int_equal(page_tables_map(&tables, RAM_VIRT, PAGE_2M, PAGE_4K, BITS), 0);
	assert_int_equal(tables.root[0] & PTE_USER, PTE_USER);
	assert_int_equal(*page_tables_entry(&tables, 0x400000, PAGE_4K) & PTE_USER, 0);
	assert_int_equal(tables.root[256] & PTE_USER, 0);
}

TEST(second_mapping_is_rejected_and_changes_nothing)
{
	struct page_tables tables = new_tables(ARENA_PAGES);

	page_tables_map(&tables, KERNEL_VIRT, 0x1000, PAGE_4K, BITS);
	assert_int_equal(page_tables_map(&tables, KERNEL_VIRT, 0x2000, PAGE_4K, BITS), -EINVAL);
	assert_int_equal(*page_tables_entry(&tables, KERNEL_VIRT, PAGE_4K), 0x1000 | BITS);
}

TEST(small_page_inside_a_large_one_is_rejected)
{
	struct page_tables tables = new_tables(ARENA_PAGES);

	page_tables_map(&tables, RAM_VIRT, 0, PAGE_2M, BITS);
	assert_null(page_tables_entry(&tables, RAM_VIRT + PAGE_4K, PAGE_4K));
	assert_int_equal(page_tables_map(&tables, RAM_VIRT, 0, PAGE_4K, BITS), -ENOMEM);
}

TEST(mapping_without_memory_for_a_table_fails)
{
	for (size_t allowed = 1; allowed < 4; allowed++) {
		struct page_tables tables = new_tables(allowed);

		assert_int_equal(page_tables_map(&tables, RAM_VIRT, 0, PAGE_4K, BITS), -ENOMEM);
	}
}

TEST(unsupported_bits_are_omitted)
{
	struct page_tables tables = new_tables(ARENA_PAGES);

	page_entry_allow_no_execute(false);
	page_tables_map(&tables, RAM_VIRT, 0, PAGE_4K, BITS | PTE_NO_EXECUTE);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT, PAGE_4K), BITS);
	assert_int_equal(page_entry(0x5000, PAGE_4K, BITS | PTE_NO_EXECUTE), 0x5000 | BITS);
	assert_false(page_entry_has_no_execute());
}

/* The range must have each page once, at its own address, by the largest page that fits. */
TEST(range_uses_the_largest_pages_that_its_alignment_allows)
{
	struct page_tables tables = new_tables(ARENA_PAGES);
	uint64_t start = PAGE_1G - PAGE_2M - PAGE_4K, end = 2 * PAGE_1G + PAGE_2M + PAGE_4K;

	assert_int_equal(page_tables_map_range(&tables, RAM_VIRT + start, start, end - start, BITS),
			 0);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + start, PAGE_4K), start | BITS);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + PAGE_1G - PAGE_2M, PAGE_2M),
			 (PAGE_1G - PAGE_2M) | BITS | PTE_LARGE);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + PAGE_1G, PAGE_1G),
			 PAGE_1G | BITS | PTE_LARGE);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + 2 * PAGE_1G, PAGE_2M),
			 2 * PAGE_1G | BITS | PTE_LARGE);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + end - PAGE_4K, PAGE_4K),
			 (end - PAGE_4K) | BITS);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + end, PAGE_4K), 0);
}

TEST(range_without_1g_pages_uses_2m_pages)
{
	struct page_tables tables = new_tables(ARENA_PAGES);

	tables.has_1g = false;
	assert_int_equal(page_tables_map_range(&tables, RAM_VIRT, 0, PAGE_1G, BITS), 0);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + PAGE_1G - PAGE_2M, PAGE_2M),
			 (PAGE_1G - PAGE_2M) | BITS | PTE_LARGE);
}

TEST(addresses_with_different_alignment_use_small_pages)
{
	struct page_tables tables = new_tables(ARENA_PAGES);

	assert_int_equal(page_tables_map_range(&tables, RAM_VIRT, PAGE_4K, 2 * PAGE_2M, BITS), 0);
	assert_int_equal(*page_tables_entry(&tables, RAM_VIRT + PAGE_2M, PAGE_4K),
			 (PAGE_2M + PAGE_4K) | BITS);
}
