/* SPDX-License-Identifier: MIT */
/* Page tables as a data structure: a tree of pages, wherever their memory is. Pure computation,
 * tested natively; paging.c knows the CPU. */
#ifndef KERNEL_MM_PAGE_TABLES_H
#define KERNEL_MM_PAGE_TABLES_H

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
	uint64_t virt_minus_phys;       /* of the memory that tables are in */
	void *(*take_page)(void);       /* a cleared page for a table, or NULL */
	bool has_1g;
};

/* Whether entries hold PTE_NO_EXECUTE: it is to be the CPUs' EFER.NXE, without which the bit is a
 * reserved one, and every access by such an entry a fault. Set once, before the first entry is
 * made; false until then. */
void page_entry_allow_no_execute(bool allowed);
bool page_entry_has_no_execute(void);

extern uint64_t page_entry_allowed_bits;        /* of page_tables.c, for page_entry alone */

/* The value of an entry that maps the page of page_bytes at phys: the only way to make one. bits
 * are those of 4 KiB pages, of which what this CPU lacks is left out. */
static inline uint64_t page_entry(uint64_t phys, uint64_t page_bytes, uint64_t bits)
{
	return (phys | bits | (page_bytes > PAGE_4K ? PTE_LARGE : 0)) & page_entry_allowed_bits;
}

/* The entry that maps, or would map, virt by a page of page_bytes; the tables above it are made if
 * need be. NULL if there is no memory for them or a larger page is in the way. */
uint64_t *page_tables_entry(const struct page_tables *tables, uint64_t virt, uint64_t page_bytes);

/* Map one page; both addresses must be multiples of page_bytes. Returns 0, -ENOMEM if there is no
 * memory for a table or a larger page is in the way, or -EINVAL if something is mapped there. */
int page_tables_map(const struct page_tables *tables, uint64_t virt, uint64_t phys,
		    uint64_t page_bytes, uint64_t bits);

/* Map a range of whole 4 KiB pages with the largest pages that its alignment allows. Returns as
 * page_tables_map; after an error part of it is mapped. */
int page_tables_map_range(const struct page_tables *tables, uint64_t virt, uint64_t phys,
			  uint64_t size_bytes, uint64_t bits);

/* The size of the page that maps virt, by what the tables hold; 0 if none does. */
uint64_t page_tables_page_bytes(const struct page_tables *tables, uint64_t virt);

/* Index of virt in a table of the given level, 4 being the root. */
unsigned page_tables_index(uint64_t virt, unsigned level);

#endif
