/* SPDX-License-Identifier: MIT */
/* The memory map of a boot_info: sorted and merged; when it is full, it loses the least usable
 * memory, and nothing else becomes usable. */
#include "tests/unit/unit.h"

#include <stdint.h>
#include <string.h>

#include "boot/memory_map.h"
#include "lib/rng.h"

#define PAGE 0x1000ull
#define PAGES 8192u

static struct boot_info info;

static int start_empty(void **state)
{
	(void)state;
	memset(&info, 0, sizeof(info));
	return 0;
}

static void assert_entry(uint32_t index, uint64_t base_phys, uint64_t size_bytes,
			 enum boot_memory_type type)
{
	assert_uint_in_range(index, 0, info.memory_count - 1);
	assert_int_equal(info.memory[index].base_phys, base_phys);
	assert_int_equal(info.memory[index].size_bytes, size_bytes);
	assert_int_equal(info.memory[index].type, type);
}

TEST_WITH(ranges_are_sorted_and_neighbours_of_a_type_merged, start_empty, NULL)
{
	boot_memory_add(&info, 6 * PAGE, PAGE, BOOT_MEMORY_USABLE);
	boot_memory_add(&info, 3 * PAGE, PAGE, BOOT_MEMORY_ACPI);
	boot_memory_add(&info, 4 * PAGE, PAGE, BOOT_MEMORY_USABLE);
	boot_memory_add(&info, 5 * PAGE, PAGE, BOOT_MEMORY_USABLE);
	boot_memory_add(&info, 9 * PAGE, 0, BOOT_MEMORY_USABLE);
	assert_int_equal(info.memory_count, 2);
	assert_entry(0, 3 * PAGE, PAGE, BOOT_MEMORY_ACPI);
	assert_entry(1, 4 * PAGE, 3 * PAGE, BOOT_MEMORY_USABLE);
}

TEST_WITH(range_beyond_the_address_space_is_truncated, start_empty, NULL)
{
	boot_memory_add(&info, UINT64_MAX - 0xfff, 0x2000, BOOT_MEMORY_RESERVED);
	assert_entry(0, UINT64_MAX - 0xfff, 0xfff, BOOT_MEMORY_RESERVED);
}

/* Runtime services and ACPI tables page by page, before and after the memory between them. */
TEST_WITH(fragments_that_are_not_usable_cost_no_usable_memory, start_empty, NULL)
{
	boot_memory_add(&info, 0, 1000 * PAGE, BOOT_MEMORY_USABLE);
	for (uint64_t i = 0; i < 3000; i++)
		boot_memory_add(&info, (1000 + i) * PAGE, PAGE,
				i % 2 ? BOOT_MEMORY_RESERVED : BOOT_MEMORY_ACPI);
	boot_memory_add(&info, 4000 * PAGE, 1000 * PAGE, BOOT_MEMORY_USABLE);
	assert_int_equal(info.memory_dropped, 0);
	assert_entry(0, 0, 1000 * PAGE, BOOT_MEMORY_USABLE);
	assert_entry(info.memory_count - 1, 4000 * PAGE, 1000 * PAGE, BOOT_MEMORY_USABLE);
}

TEST_WITH(smallest_usable_ranges_are_dropped, start_empty, NULL)
{
	const uint64_t large = 7;

	for (uint64_t i = 0; i < BOOT_MEMORY_MAX + 2; i++)
		boot_memory_add(&info, i * 16 * PAGE, i == large ? 2 * PAGE : PAGE,
				BOOT_MEMORY_USABLE);
	assert_int_equal(info.memory_count, BOOT_MEMORY_MAX - 1);
	assert_int_equal(info.memory_dropped, 3);
	for (uint32_t i = 0; i < info.memory_count; i++) {
		if (info.memory[i].size_bytes == 2 * PAGE)
			return;
	}
	fail_msg("the largest range was dropped");
}

/* Whether a page is usable: an entry says so, and no other entry covers it. */
static bool is_usable(uint64_t page)
{
	bool usable = false;

	for (uint32_t i = 0; i < info.memory_count; i++) {
		const struct boot_memory *entry = &info.memory[i];

		if (page * PAGE < entry->base_phys ||
		    page * PAGE >= entry->base_phys + entry->size_bytes)
			continue;
		if (entry->type != BOOT_MEMORY_USABLE)
			return false;
		usable = true;
	}
	return usable;
}

/* Random ranges in random order, ten times as many as fit. */
TEST_WITH(no_page_becomes_usable_in_a_full_table, start_empty, NULL)
{
	static uint8_t seen[PAGES];     /* bit 0: usable; bit 1: not usable */
	uint64_t usable = 0, kept = 0;
	struct rng rng;

	memset(seen, 0, sizeof(seen));
	rng_seed(&rng, 3);
	for (unsigned i = 0; i < 10 * BOOT_MEMORY_MAX; i++) {
		uint64_t base = rng_below(&rng, PAGES - 4), pages = 1 + rng_below(&rng, 3);
		enum boot_memory_type type = (enum boot_memory_type)rng_below(&rng, 4);

		boot_memory_add(&info, base * PAGE, pages * PAGE, type);
		for (uint64_t page = base; page < base + pages; page++)
			seen[page] |= type == BOOT_MEMORY_USABLE ? 1 : 2;
	}
	for (uint64_t page = 0; page < PAGES; page++) {
		usable += seen[page] == 1;
		kept += is_usable(page);
		assert_true(!is_usable(page) || seen[page] == 1);
	}
	assert_true(kept > 0 && kept < usable);
}

/* UEFI Specification, "EFI_BOOT_SERVICES.GetMemoryMap()": type, then the fields of 64 bits. */
struct descriptor {
	uint64_t type, base_phys, base_virt, pages, attributes;
};

TEST_WITH(memory_without_write_back_is_usable_only_if_none_has_it, start_empty, NULL)
{
	struct descriptor map[] = {{7, 0x100000, 0, 16, 8}, {7, 0x200000, 0, 16, 1},
				   {7, 0x300000, 0, 16, 1 << 18}, {11, 0x400000, 0, 16, 8}};

	boot_memory_add_efi(&info, map, sizeof(map), sizeof(map[0]));
	assert_int_equal(info.memory[0].type, BOOT_MEMORY_USABLE);
	assert_entry(1, 0x200000, 0x10000, BOOT_MEMORY_OTHER);
	memset(&info, 0, sizeof(info));
	map[0].attributes = 0;
	boot_memory_add_efi(&info, map, sizeof(map), sizeof(map[0]));
	assert_int_equal(info.memory[0].type, BOOT_MEMORY_USABLE);
	assert_entry(1, 0x200000, 0x10000, BOOT_MEMORY_USABLE);
	assert_entry(2, 0x300000, 0x10000, BOOT_MEMORY_OTHER);
}

TEST_WITH(memory_of_runtime_services_is_listed_by_kind, start_empty, NULL)
{
	const uint64_t runtime = 1ull << 63;
	struct descriptor map[BOOT_RUNTIME_MAX + 1] = {
		{5, 0x100000, 0, 16, runtime | 8}, {6, 0x200000, 0, 1, runtime | 8},
		{11, 0x300000, 0, 4, runtime | 1}, {6, 0x400000, 0, 1, 8},
		{6, 0x500000, 0, 0, runtime},
	};

	boot_memory_add_efi(&info, map, 5 * sizeof(map[0]), sizeof(map[0]));
	assert_int_equal(info.runtime_count, 3);
	assert_int_equal(info.runtime[0].kind, BOOT_RUNTIME_CODE);
	assert_int_equal(info.runtime[0].size_bytes, 0x10000);
	assert_int_equal(info.runtime[1].kind, BOOT_RUNTIME_DATA);
	assert_int_equal(info.runtime[2].base_phys, 0x300000);
	assert_int_equal(info.runtime[2].kind, BOOT_RUNTIME_DEVICE);
	memset(&info, 0, sizeof(info));
	boot_memory_add_efi_kept(&info, map, 5 * sizeof(map[0]), sizeof(map[0]));
	assert_int_equal(info.runtime_count, 0);
	for (unsigned i = 0; i < BOOT_RUNTIME_MAX + 1; i++)
		map[i] = (struct descriptor){6, 0x100000 + i * 0x2000, 0, 1, runtime};
	boot_memory_add_efi(&info, map, sizeof(map), sizeof(map[0]));
	assert_int_equal(info.runtime_count, BOOT_RUNTIME_MAX + 1);
}
