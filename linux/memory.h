/* SPDX-License-Identifier: MIT */
/* Memory for benchmarks, in pages of a requested size. */
#ifndef LINUX_MEMORY_H
#define LINUX_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_4K (1ull << 12)
#define PAGE_2M (1ull << 21)
#define PAGE_1G (1ull << 30)

/* Find the available large pages, and warn if they are not as requested. */
void memory_init(void);

/* Whether platform_map supports pages of this size. */
bool memory_has_pages(uint64_t page_bytes);

/* Reserve addresses for one page of 4 KiB or 2 MiB. The first access allocates it, as a huge page
 * for 2 MiB if the kernel has one. They are never released, and are below all others if possible,
 * so the kernel's path to the page does not depend on other mappings. Returns NULL on failure. */
void *memory_reserve(uint64_t page_bytes);

/* Whether the mapping of address consists only of transparent huge pages. */
bool memory_is_transparent(const void *address);

#endif
