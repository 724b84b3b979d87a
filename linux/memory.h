/* SPDX-License-Identifier: MIT */
/* Memory for benchmarks, in pages of the size that was asked for. */
#ifndef LINUX_MEMORY_H
#define LINUX_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#define PAGE_4K (1ull << 12)
#define PAGE_2M (1ull << 21)
#define PAGE_1G (1ull << 30)

/* Find out which large pages can be had, and say so where it is not what was asked for. */
void memory_init(void);

/* Whether platform_map can give pages of this size. */
bool memory_has_pages(uint64_t page_bytes);

/* Addresses for one page of 4 KiB or 2 MiB, whose memory comes at the first touch: a large one
 * for 2 MiB if the kernel has it then. They stay for good, and lie below all else in the process
 * where they may: what the kernel then passes on its way to a page is the same whatever was mapped
 * before. NULL when there are none. */
void *memory_reserve(uint64_t page_bytes);

/* Whether the mapping that holds address has all its memory in transparent large pages. */
bool memory_is_transparent(const void *address);

#endif
