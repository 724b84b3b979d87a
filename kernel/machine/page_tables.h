/* SPDX-License-Identifier: MIT */
/* Page tables as a data structure: a tree of PAGE_TABLE_LEVELS levels of tables with 512 entries
 * each. No hardware access; paging.h applies them to the CPU. Each kernel/NAME/mm/page_entry.h has
 * the format of an entry:
 *
 *	PTE_PRESENT, PTE_WRITE, PTE_USER, PTE_NO_EXECUTE, PTE_GLOBAL
 *		Permissions of a page, for the functions below; of an entry, each bit may also be
 *		tested.
 *	PTE_DEVICE
 *		The bits of device registers: uncached.
 *	PAGING_BOOT_BYTES
 *		The size of low memory that the boot path's tables map one to one.
 *	uint64_t page_entry_phys(uint64_t entry)
 *		The physical address of the page or table in an entry. Of a large page, bits below
 *		its size are undefined.
 *	uint64_t page_entry_bits(uint64_t entry)
 *	uint64_t page_entry_at(uint64_t phys, uint64_t bits)
 *		The entry without that address, and such bits with another one.
 *	PTE_SOFTWARE_1, PTE_SOFTWARE_2
 *		Two bits that the CPU ignores.
 *	uint64_t page_entry(uint64_t phys, uint64_t page_bytes, uint64_t bits)
 *		The entry that maps the page of page_bytes at phys. bits that the CPU does not
 *		support are cleared. All entries of pages must be made by this function.
 *	uint64_t page_entry_with(uint64_t entry, uint64_t bits)
 *	uint64_t page_entry_without(uint64_t entry, uint64_t bits)
 *		The same entry with these bits set or cleared.
 *	bool page_entry_is_block(uint64_t entry)
 *		Whether a present entry above the lowest level maps a large page.
 *	uint64_t page_entry_of_table(uint64_t phys, uint64_t virt)
 *		The entry that leads to the table at phys, which maps virt.
 *	bool page_entry_has_no_execute(void)
 *		Whether the CPU supports PTE_NO_EXECUTE.
 *	void page_entry_written(uint64_t virt)
 *		This CPU's accesses from here on see the entry of virt, which was not present
 *		before. A changed entry needs paging_flush_page() instead. */
#ifndef KERNEL_MACHINE_PAGE_TABLES_H
#define KERNEL_MACHINE_PAGE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/arch.h"
#include "kernel/machine/page_size.h"

struct page_tables {
	uint64_t *root;
	uint64_t virt_minus_phys;       /* distance of the tables' virtual from their physical
					 * addresses */
	void *(*take_page)(void);       /* allocates a cleared page, or NULL */
	bool has_1g;
};

/* The entry for virt with pages of page_bytes. Allocates missing tables. Returns NULL if memory
 * is short, or if a larger page is mapped at virt. */
uint64_t *page_tables_entry(const struct page_tables *tables, uint64_t virt, uint64_t page_bytes);

/* Map a page. Both addresses must be multiples of page_bytes. Returns 0, -ENOMEM if a table cannot
 * be allocated or a larger page is mapped, or -EINVAL if the page is already mapped. */
int page_tables_map(const struct page_tables *tables, uint64_t virt, uint64_t phys,
		    uint64_t page_bytes, uint64_t bits);

/* Map a range of 4 KiB pages with the largest pages that its alignment permits. Returns as
 * page_tables_map does. After an error part of the range is mapped. */
int page_tables_map_range(const struct page_tables *tables, uint64_t virt, uint64_t phys,
			  uint64_t size_bytes, uint64_t bits);

/* The size of the page that maps virt; 0 if it is not mapped. */
uint64_t page_tables_page_bytes(const struct page_tables *tables, uint64_t virt);

/* Index of virt in a table of the given level; the root has level PAGE_TABLE_LEVELS. */
unsigned page_tables_index(uint64_t virt, unsigned level);

#endif
