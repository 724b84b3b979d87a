/* SPDX-License-Identifier: MIT */
/* Walks and extends a tree of page tables. */
#include "kernel/machine/page_tables.h"

#include <stddef.h>

#include "lib/text/errno.h"

#define TABLE_ENTRIES 512
#define TOP_LEVEL PAGE_TABLE_LEVELS

static unsigned level_of(uint64_t page_bytes)
{
	if (page_bytes == PAGE_1G)
		return 3;
	return page_bytes == PAGE_2M ? 2 : 1;
}

unsigned page_tables_index(uint64_t virt, unsigned level)
{
	return virt >> (12 + 9 * (level - 1)) & (TABLE_ENTRIES - 1);
}

/* The table below an entry, allocated if missing. NULL if the entry maps a page, or if
 * memory is short. */
static uint64_t *next_table(const struct page_tables *tables, uint64_t *entry, uint64_t virt)
{
	void *table;

	if ((*entry & PTE_PRESENT) != 0)
		return page_entry_is_block(*entry) ? NULL :
		       (uint64_t *)(uintptr_t)(page_entry_phys(*entry) + tables->virt_minus_phys);
	table = tables->take_page();
	if (table == NULL)
		return NULL;
	*entry = page_entry_of_table((uintptr_t)table - tables->virt_minus_phys, virt);
	return table;
}

uint64_t *page_tables_entry(const struct page_tables *tables, uint64_t virt, uint64_t page_bytes)
{
	uint64_t *table = tables->root;

	for (unsigned level = TOP_LEVEL; level > level_of(page_bytes) && table != NULL; level--)
		table = next_table(tables, &table[page_tables_index(virt, level)], virt);
	return table != NULL ? &table[page_tables_index(virt, level_of(page_bytes))] : NULL;
}

uint64_t page_tables_page_bytes(const struct page_tables *tables, uint64_t virt)
{
	const uint64_t *table = tables->root;
	uint64_t entry = 0;

	for (unsigned level = TOP_LEVEL; level > 0; level--) {
		entry = table[page_tables_index(virt, level)];
		if ((entry & PTE_PRESENT) == 0)
			return 0;
		if (level == 1 || page_entry_is_block(entry))
			return PAGE_4K << 9 * (level - 1);
		table = (const uint64_t *)(uintptr_t)(page_entry_phys(entry) +
						      tables->virt_minus_phys);
	}
	return 0;
}

int page_tables_map(const struct page_tables *tables, uint64_t virt, uint64_t phys,
		    uint64_t page_bytes, uint64_t bits)
{
	uint64_t *entry = page_tables_entry(tables, virt, page_bytes);

	if (entry == NULL)
		return -ENOMEM;
	if ((*entry & PTE_PRESENT) != 0)
		return -EINVAL;
	*entry = page_entry(phys, page_bytes, bits);
	page_entry_written(virt);
	return 0;
}

static uint64_t largest_page(const struct page_tables *tables, uint64_t addresses,
			     uint64_t size_bytes)
{
	if (addresses % PAGE_1G == 0 && size_bytes >= PAGE_1G && tables->has_1g)
		return PAGE_1G;
	return addresses % PAGE_2M == 0 && size_bytes >= PAGE_2M ? PAGE_2M : PAGE_4K;
}

int page_tables_map_range(const struct page_tables *tables, uint64_t virt, uint64_t phys,
			  uint64_t size_bytes, uint64_t bits)
{
	while (size_bytes > 0) {
		uint64_t page_bytes = largest_page(tables, virt | phys, size_bytes);
		int error = page_tables_map(tables, virt, phys, page_bytes, bits);

		if (error != 0)
			return error;
		virt += page_bytes;
		phys += page_bytes;
		size_bytes -= page_bytes;
	}
	return 0;
}
