/* SPDX-License-Identifier: MIT */
/* Page entries of riscv64, whose address is shifted and whose bit permits execution. */
#include "tests/unit/unit.h"

#include "kernel/riscv64/mm/page_entry.h"

#define PHYS 0x00ffffffffe00000ull

static const uint64_t always = PTE_READ | PTE_ACCESSED | PTE_DIRTY;

TEST(an_entry_has_the_address_and_the_bits)
{
	uint64_t entry = page_entry(PHYS, PAGE_2M, PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE);

	assert_int_equal(page_entry_phys(entry), PHYS);
	assert_int_equal(page_entry_bits(entry), always | PTE_PRESENT | PTE_WRITE);
	assert_true(page_entry_is_block(entry));
}

TEST(without_no_execute_a_page_can_be_executed)
{
	uint64_t entry = page_entry(PHYS, PAGE_4K, PTE_PRESENT);

	assert_int_equal(page_entry_bits(entry), always | PTE_PRESENT | PTE_EXECUTE);
	entry = page_entry_with(entry, PTE_NO_EXECUTE);
	assert_int_equal(page_entry_bits(entry), always | PTE_PRESENT);
	entry = page_entry_without(entry, PTE_NO_EXECUTE);
	assert_int_equal(page_entry_bits(entry), always | PTE_PRESENT | PTE_EXECUTE);
}

TEST(bits_change_without_the_address)
{
	uint64_t entry = page_entry(PHYS, PAGE_4K, PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE);
	uint64_t read_only = page_entry_without(entry, PTE_WRITE) | PTE_SOFTWARE_2;

	assert_int_equal(page_entry_phys(read_only), PHYS);
	assert_int_equal(read_only & PTE_WRITE, 0);
	assert_int_equal(page_entry_with(read_only & ~PTE_SOFTWARE_2, PTE_WRITE), entry);
	assert_int_equal(page_entry_at(0x1000, page_entry_bits(entry)),
			 page_entry(0x1000, PAGE_4K, PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE));
}

TEST(an_entry_of_a_table_is_no_page)
{
	uint64_t entry = page_entry_of_table(0x80001000, 0);

	assert_int_equal(page_entry_phys(entry), 0x80001000);
	assert_int_equal(page_entry_bits(entry), PTE_PRESENT);
	assert_false(page_entry_is_block(entry));
}
