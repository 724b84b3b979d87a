/* SPDX-License-Identifier: MIT */
/* Maps user mode's memory. */
#include "kernel/machine/user_mode.h"

#include "kernel/core/image.h"
#include "kernel/core/panic.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/address_space.h"
#include "kernel/mm/memory.h"

#define BITS_USER_CODE (PTE_PRESENT | PTE_USER)

uint64_t user_mode_address(const void *function)
{
	return USER_CODE_VIRT + image_user_offset(function);
}

static int map_code(const struct page_tables *tables)
{
	int error = 0;

	for (const char *page = __user_text_start; error == 0 && page < __user_text_end;
	     page += PAGE_4K)
		error = page_tables_map(tables, USER_CODE_VIRT + image_user_offset(page),
					image_to_phys(page), PAGE_4K, BITS_USER_CODE);
	return error;
}

static void fill_stack(const struct page_tables *tables)
{
	uint64_t stack_phys = page_entry_phys(*page_tables_entry(tables, USER_STACK_VIRT,
								 PAGE_4K));

	user_mode_make_stack((void *)(uintptr_t)(stack_phys + tables->virt_minus_phys));
}

int user_mode_add(struct address_space *space)
{
	int error = map_code(&space->tables);

	if (error == 0)
		error = address_space_add(space, USER_STACK_VIRT, PAGE_4K, USER_DATA_BITS);
	if (error == 0)
		fill_stack(&space->tables);
	return error;
}

void user_mode_init(void)
{
	const struct page_tables *tables = paging_tables();
	uint64_t stack_phys = memory_alloc(PAGE_4K, PAGE_4K);

	if (stack_phys == MEMORY_NONE || map_code(tables) != 0 ||
	    page_tables_map(tables, USER_STACK_VIRT, stack_phys, PAGE_4K, USER_DATA_BITS) != 0)
		panic("user_mode: no memory");
	fill_stack(tables);
}
