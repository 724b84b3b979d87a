/* SPDX-License-Identifier: MIT */
/* An entry of a page table, for kernel/machine/page_tables.h. */
#ifndef KERNEL_X86_MM_PAGE_ENTRY_H
#define KERNEL_X86_MM_PAGE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/page_size.h"

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

/* Size of the memory that the boot path's tables map one to one. */
#define PAGING_BOOT_BYTES (1ull << 32)

#define PTE_DEVICE (PTE_CACHE_DISABLE | PTE_WRITE_THROUGH)

/* The CPU ignores bits 9 to 11. */
#define PTE_SOFTWARE_1 (1ull << 9)
#define PTE_SOFTWARE_2 (1ull << 10)

/* Set whether entries may contain PTE_NO_EXECUTE, which must equal EFER.NXE of all CPUs. Without
 * NXE the bit is reserved, and an access through an entry with it faults. Called once, before the
 * first entry is made. The default is false. */
void page_entry_allow_no_execute(bool allowed);
bool page_entry_has_no_execute(void);

extern uint64_t page_entry_allowed_bits;        /* for page_entry only */

/* bits has the bits of a 4 KiB page. */
static inline uint64_t page_entry(uint64_t phys, uint64_t page_bytes, uint64_t bits)
{
	return (phys | bits | (page_bytes > PAGE_4K ? PTE_LARGE : 0)) & page_entry_allowed_bits;
}

static inline uint64_t page_entry_with(uint64_t entry, uint64_t bits)
{
	return entry | bits;
}

static inline uint64_t page_entry_without(uint64_t entry, uint64_t bits)
{
	return entry & ~bits;
}

static inline uint64_t page_entry_phys(uint64_t entry)
{
	return entry & PTE_ADDRESS;
}

static inline uint64_t page_entry_bits(uint64_t entry)
{
	return entry & ~PTE_ADDRESS;
}

static inline uint64_t page_entry_at(uint64_t phys, uint64_t bits)
{
	return phys | bits;
}

static inline bool page_entry_is_block(uint64_t entry)
{
	return (entry & PTE_LARGE) != 0;
}

/* Tables of the lower half permit user mode, so the page's own entry decides. */
static inline uint64_t page_entry_of_table(uint64_t phys, uint64_t virt)
{
	return phys | (PTE_PRESENT | PTE_WRITE | (virt >> 63 == 0 ? PTE_USER : 0));
}

/* The CPU does not keep entries that are not present. Intel SDM vol. 3A, "Caching Translation
 * Information". */
static inline void page_entry_written(uint64_t virt)
{
	(void)virt;
}

#endif
