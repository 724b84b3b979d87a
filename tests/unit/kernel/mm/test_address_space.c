/* SPDX-License-Identifier: MIT */
/* Frames and address spaces in ordinary memory: shared pages, copy on write, and release. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <string.h>

#include "kernel/mm/address_space.h"
#include "kernel/mm/frames.h"
#include "lib/text/errno.h"

#define BLOCK_PAGES 128
#define BLOCK_PHYS 0x200000
#define DATA_VIRT 0x8000200000ull
#define CODE_VIRT 0x8000000000ull
#define CODE_PHYS 0x123000
#define BITS (PTE_PRESENT | PTE_USER | PTE_WRITE | PTE_NO_EXECUTE)

static uint8_t block[BLOCK_PAGES][PAGE_4K] __attribute__((aligned(4096)));
static uint64_t kernel_root[512];
static struct address_space space, copy;

static uint64_t *entry_of(const struct address_space *of, uint64_t virt)
{
	return page_tables_entry(&of->tables, virt, PAGE_4K);
}

static uint8_t *page_of(const struct address_space *of, uint64_t virt)
{
	return (uint8_t *)block + ((*entry_of(of, virt) & PTE_ADDRESS) - BLOCK_PHYS);
}

static void use(size_t pages)
{
	kernel_root[511] = 0xabc003;
	address_space_use(block, BLOCK_PHYS, pages * PAGE_4K, kernel_root);
}

/* A space with four data pages, the first full of 1s, and one page of foreign code. */
static int make_space(void **state)
{
	(void)state;
	page_entry_allow_no_execute(true);
	memset(block, 0xee, sizeof(block));
	use(BLOCK_PAGES);
	assert_int_equal(address_space_create(&space), 0);
	assert_int_equal(address_space_add(&space, DATA_VIRT, 4 * PAGE_4K, BITS), 0);
	assert_int_equal(page_tables_map(&space.tables, CODE_VIRT, CODE_PHYS, PAGE_4K,
					 PTE_PRESENT | PTE_USER), 0);
	memset(page_of(&space, DATA_VIRT), 1, PAGE_4K);
	return 0;
}

static bool may_write(const struct address_space *of, uint64_t virt)
{
	return (*entry_of(of, virt) & PTE_WRITE) != 0;
}

/* Number of frames that can be allocated. */
static size_t take_all(struct frames *frames)
{
	size_t count = 0;

	while (frames_alloc(frames) != NULL)
		count++;
	return count;
}

TEST_WITH(block_gives_its_number_of_frames_and_none_twice, make_space, NULL)
{
	struct frames frames;
	uint8_t *seen[8];

	frames_init(&frames, block, BLOCK_PHYS, frames_block_bytes(8, PAGE_4K), PAGE_4K);
	for (size_t i = 0; i < 8; i++) {
		seen[i] = frames_alloc(&frames);
		assert_non_null(seen[i]);
		assert_true(seen[i] >= block[1]);
		assert_int_equal((seen[i] - block[0]) % PAGE_4K, 0);
		for (size_t j = 0; j < i; j++)
			assert_ptr_not_equal(seen[i], seen[j]);
	}
	assert_null(frames_alloc(&frames));
}

TEST_WITH(frame_is_free_again_when_its_last_user_drops_it, make_space, NULL)
{
	struct frames frames;
	uint64_t phys;

	frames_init(&frames, block, BLOCK_PHYS, frames_block_bytes(4, PAGE_4K), PAGE_4K);
	phys = BLOCK_PHYS + (uint64_t)((uint8_t *)frames_alloc(&frames) - block[0]);
	frames_share(&frames, phys);
	assert_int_equal(frames_users(&frames, phys), 2);
	frames_drop(&frames, phys);
	assert_int_equal(take_all(&frames), 3);
	frames_drop(&frames, phys);
	assert_int_equal(take_all(&frames), 1);
}

TEST_WITH(space_has_the_kernels_upper_half_and_an_empty_lower_half, make_space, NULL)
{
	struct address_space empty;

	assert_int_equal(address_space_create(&empty), 0);
	assert_int_equal(empty.tables.root[511], 0xabc003);
	for (size_t i = 0; i < 511; i++)
		assert_int_equal(empty.tables.root[i], 0);
}

TEST_WITH(copy_shares_every_page_read_only, make_space, NULL)
{
	assert_true(may_write(&space, DATA_VIRT));
	assert_int_equal(address_space_copy(&copy, &space), 0);
	for (uint64_t virt = DATA_VIRT; virt < DATA_VIRT + 4 * PAGE_4K; virt += PAGE_4K) {
		assert_ptr_equal(page_of(&copy, virt), page_of(&space, virt));
		assert_false(may_write(&copy, virt));
		assert_false(may_write(&space, virt));
		assert_true((*entry_of(&copy, virt) & PTE_USER) != 0);
	}
	assert_ptr_not_equal(copy.tables.root, space.tables.root);
	assert_int_equal(copy.tables.root[511], 0xabc003);
}

TEST_WITH(foreign_pages_are_mapped_unchanged_in_the_copy, make_space, NULL)
{
	assert_int_equal(address_space_copy(&copy, &space), 0);
	assert_int_equal(*entry_of(&copy, CODE_VIRT), CODE_PHYS | PTE_PRESENT | PTE_USER);
	assert_false(address_space_write_fault(&copy, CODE_VIRT));
}

TEST_WITH(write_gives_the_writer_its_own_page_with_the_same_contents, make_space, NULL)
{
	assert_int_equal(address_space_copy(&copy, &space), 0);
	assert_true(address_space_write_fault(&copy, DATA_VIRT + 8));
	assert_ptr_not_equal(page_of(&copy, DATA_VIRT), page_of(&space, DATA_VIRT));
	assert_memory_equal(page_of(&copy, DATA_VIRT), page_of(&space, DATA_VIRT), PAGE_4K);
	assert_int_equal(page_of(&copy, DATA_VIRT)[4095], 1);
	assert_true(may_write(&copy, DATA_VIRT));
	assert_false(may_write(&space, DATA_VIRT));
	assert_false(may_write(&copy, DATA_VIRT + PAGE_4K));
}

TEST_WITH(only_owner_of_a_page_writes_without_a_copy, make_space, NULL)
{
	uint8_t *page = page_of(&space, DATA_VIRT);

	assert_int_equal(address_space_copy(&copy, &space), 0);
	assert_true(address_space_write_fault(&copy, DATA_VIRT));
	assert_true(address_space_write_fault(&space, DATA_VIRT));
	assert_ptr_equal(page_of(&space, DATA_VIRT), page);
	assert_true(may_write(&space, DATA_VIRT));
}

TEST_WITH(copy_of_a_copy_shares_the_page_of_both, make_space, NULL)
{
	struct address_space third;

	assert_int_equal(address_space_copy(&copy, &space), 0);
	assert_int_equal(address_space_copy(&third, &copy), 0);
	assert_ptr_equal(page_of(&third, DATA_VIRT), page_of(&space, DATA_VIRT));
	assert_true(address_space_write_fault(&space, DATA_VIRT));
	assert_ptr_equal(page_of(&third, DATA_VIRT), page_of(&copy, DATA_VIRT));
	assert_false(may_write(&third, DATA_VIRT));
}

TEST_WITH(other_faults_are_not_handled_as_copy_on_write, make_space, NULL)
{
	assert_false(address_space_write_fault(&space, DATA_VIRT));
	assert_false(address_space_write_fault(&space, DATA_VIRT + 64 * PAGE_4K));
	assert_false(address_space_write_fault(&space, 0x1000));
	assert_false(address_space_write_fault(&space, 0xffffffff80100000));
}

TEST_WITH(released_copies_leave_no_used_frame, make_space, NULL)
{
	for (size_t i = 0; i < 10 * BLOCK_PAGES; i++) {
		assert_int_equal(address_space_copy(&copy, &space), 0);
		assert_true(address_space_write_fault(&copy, DATA_VIRT + PAGE_4K));
		address_space_destroy(&copy);
	}
	assert_int_equal(page_of(&space, DATA_VIRT)[0], 1);
}

/* For every number of free pages: the copy is complete, or there is none and the original is
 * unchanged. */
TEST_WITH(copy_without_enough_memory_is_undone, make_space, NULL)
{
	size_t copied = 0;

	for (size_t pages = 12; pages < 24; pages++) {
		use(pages);
		if (address_space_create(&space) != 0 ||
		    address_space_add(&space, DATA_VIRT, 4 * PAGE_4K, BITS) != 0)
			continue;
		if (address_space_copy(&copy, &space) == 0) {
			copied++;
			address_space_destroy(&copy);
		}
		for (uint64_t virt = DATA_VIRT; virt < DATA_VIRT + 4 * PAGE_4K; virt += PAGE_4K)
			assert_true(may_write(&space, virt) ||
				    address_space_write_fault(&space, virt));
		address_space_destroy(&space);
		assert_int_equal(address_space_create(&space), 0);
		assert_int_equal(address_space_add(&space, DATA_VIRT, 4 * PAGE_4K, BITS), 0);
	}
	assert_uint_in_range(copied, 1, 11);
}

TEST_WITH(block_of_the_advised_size_is_sufficient, make_space, NULL)
{
	uint64_t block_bytes = address_space_block_bytes(2, 2 * 8);

	assert_true(block_bytes <= sizeof(block));
	use(block_bytes / PAGE_4K);
	assert_int_equal(address_space_create(&space), 0);
	assert_int_equal(address_space_add(&space, CODE_VIRT, PAGE_4K, BITS), 0);
	assert_int_equal(address_space_add(&space, DATA_VIRT, 7 * PAGE_4K, BITS), 0);
	assert_int_equal(address_space_copy(&copy, &space), 0);
	for (uint64_t page = 0; page < 7; page++)
		assert_true(address_space_write_fault(&copy, DATA_VIRT + page * PAGE_4K));
}

/* The bit is reserved there, so an access to such a page would fault. */
TEST_WITH(no_page_has_the_no_execute_bit_if_unsupported, make_space, NULL)
{
	page_entry_allow_no_execute(false);
	assert_int_equal(address_space_create(&space), 0);
	assert_int_equal(address_space_add(&space, DATA_VIRT, PAGE_4K, BITS), 0);
	assert_int_equal(address_space_copy(&copy, &space), 0);
	assert_true(address_space_write_fault(&copy, DATA_VIRT));
	assert_int_equal(*entry_of(&space, DATA_VIRT) & PTE_NO_EXECUTE, 0);
	assert_int_equal(*entry_of(&copy, DATA_VIRT) & PTE_NO_EXECUTE, 0);
}
