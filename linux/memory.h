/* SPDX-License-Identifier: MIT */
/* Memory for benchmarks, in pages of a requested size. */
#ifndef LINUX_MEMORY_H
#define LINUX_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_4K (1ull << 12)
#define PAGE_2M (1ull << 21)
#define PAGE_1G (1ull << 30)

/* Find out whether Linux provides transparent huge pages, and warn if they take the place of
 * reserved pages of 2 MiB. */
void memory_init(void);

/* Whether platform_map supports pages of this size. */
bool memory_has_pages(uint64_t page_bytes);

/* A page of addresses for each kind of trial. */
enum memory_page {MEMORY_PAGE_FAULT, MEMORY_PAGE_FAULT_2M, MEMORY_PAGE_SHOOTDOWN, MEMORY_PAGES};

/* The address of a trial's page, of 4 KiB or 2 MiB. The first access allocates the page; a page of
 * 2 MiB is then a huge page if the kernel has one. It is never released. The kernel's path to a
 * page depends on the mappings next to it, so the pages are, if possible, below all other mappings.
 * Before a page is mapped, all earlier pages of the enumeration are mapped, whether or not they are
 * used. Returns NULL on failure. */
void *memory_reserve(enum memory_page page);

/* Whether the mapping that contains address consists only of transparent huge pages. */
bool memory_is_transparent(const void *address);

#endif
