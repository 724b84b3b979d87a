/* SPDX-License-Identifier: MIT */
/* Page tables as a data structure. No hardware access; paging.c applies them to the CPU. */
#ifndef KERNEL_X86_MM_PAGE_TABLES_H
#define KERNEL_X86_MM_PAGE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_4K 0x1000ull
#define PAGE_2M 0x200000ull
#define PAGE_1G 0x40000000ull

/* Entry bits. Intel SDM vol. 3A, "4-Level Paging and 5-Level Paging". */
#define PTE_PRESENT (1ull << 0)
#define PTE_WRITE (1ull << 1)
#define PTE_USER (1ull << 2)
#define PTE_WRITE_THROUGH (1ull << 3)
#define PTE_CACHE_DISABLE (1ull << 4)
#define PTE_LARGE (1ull << 7)
#define PTE_GLOBAL (1ull << 8)
#define PTE_NO_EXECUTE (1ull << 63)
#define PTE_ADDRESS 0x000ffffffffff000ull

struct page_tables {
	uint64_t *root;
	uint64_t virt_minus_phys;       /* of the tables' memory */
	void *(*take_page)(void);       /* allocates a cleared page, or NULL */
	bool has_1g;
};

/* Whether entries may hold PTE_NO_EXECUTE; must equal EFER.NXE of all CPUs. Without NXE the bit is
 * reserved, and an access through such an entry faults. Set once, before the first entry is made;
 * false at first. */
void page_entry_allow_no_execute(bool allowed);
bool page_entry_has_no_execute(void);

extern uint64_t page_entry_allowed_bits;        /* for page_entry only */

/* Make an entry that maps the page of page_bytes at phys. bits are those of 4 KiB pages;
 * unsupported ones are cleared. All entries must be made by this function. */
static inline uint64_t page_entry(uint64_t phys, uint64_t page_bytes, uint64_t bits)
{
	return (phys | bits | (page_bytes > PAGE_4K ? PTE_LARGE : 0)) & page_entry_allowed_bits;
}

/* The entry for virt and a page of page_bytes. Allocates missing tables. Returns NULL without
 * memory, or if a larger page is mapped. */
uint64_t *page_tables_entry(const struct page_tables *tables, uint64_t virt, uint64_t page_bytes);

/* Map a page. Both addresses must be multiples of page_bytes. Returns 0, -ENOMEM if a table cannot
 * be allocated or a larger page is mapped, or -EINVAL if the page is already mapped. */
int page_tables_map(const struct page_tables *tables, uint64_t virt, uint64_t phys,
		    uint64_t page_bytes, uint64_t bits);

/* Map a range of 4 KiB pages with the largest pages that its alignment permits. Returns as
 * page_tables_map does; on error part of the range is mapped. */
int page_tables_map_range(const struct page_tables *tables, uint64_t virt, uint64_t phys,
			  uint64_t size_bytes, uint64_t bits);

/* The size of the page that maps virt; 0 if it is not mapped. */
uint64_t page_tables_page_bytes(const struct page_tables *tables, uint64_t virt);

/* Index of virt in a table of the given level; the root has level 4. */
unsigned page_tables_index(uint64_t virt, unsigned level);

#endif
