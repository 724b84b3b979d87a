/* SPDX-License-Identifier: MIT */
/* An entry of a page table, for kernel/machine/page_tables.h. lib/aarch64/page_format.h has the
 * format. */
#ifndef KERNEL_AARCH64_MM_PAGE_ENTRY_H
#define KERNEL_AARCH64_MM_PAGE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/page_size.h"
#include "lib/aarch64/page_format.h"

#define PTE_PRESENT (1ull << PTE_PRESENT_BIT)
#define PTE_TABLE_OR_PAGE (1ull << PTE_TABLE_OR_PAGE_BIT)
#define PTE_ATTRIBUTES(index) ((uint64_t)(index) << PTE_ATTRIBUTES_SHIFT)
#define PTE_USER (1ull << 6)            /* AP[1] */
#define PTE_READ_ONLY (1ull << 7)       /* AP[2] */
#define PTE_INNER_SHAREABLE ((uint64_t)INNER_SHAREABLE << PTE_SHAREABLE_SHIFT)
#define PTE_ACCESSED (1ull << PTE_ACCESSED_BIT)
#define PTE_NOT_GLOBAL (1ull << 11)
#define PTE_PXN (1ull << PTE_PXN_BIT)
#define PTE_UXN (1ull << PTE_UXN_BIT)
#define PTE_NO_EXECUTE (PTE_PXN | PTE_UXN)
#define PTE_ADDRESS 0x0000fffffffff000ull

/* Size of the memory that the boot path's tables map one to one. */
#define PAGING_BOOT_BYTES (BOOT_BLOCKS * PAGE_1G)

#define PTE_DEVICE PTE_ATTRIBUTES(ATTRIBUTES_DEVICE)
#define PTE_COMBINING PTE_ATTRIBUTES(ATTRIBUTES_COMBINING)

/* The CPU ignores bits 55 to 58. */
#define PTE_SOFTWARE_1 (1ull << 55)
#define PTE_SOFTWARE_2 (1ull << 56)

/* The architecture has the opposite bits. page_entry_with() and page_entry_without() keep these
 * bits and the opposite ones consistent. */
#define PTE_WRITE (1ull << 57)
#define PTE_GLOBAL (1ull << 58)

/* The bits of the CPU that follow from PTE_WRITE and PTE_GLOBAL, and from who may execute: the
 * kernel does not execute code of user mode, and user mode does not execute code of the kernel. */
static inline uint64_t page_entry_derived(uint64_t entry)
{
	entry &= ~(PTE_READ_ONLY | PTE_NOT_GLOBAL);
	return entry | ((entry & PTE_WRITE) == 0 ? PTE_READ_ONLY : 0) |
	       ((entry & PTE_GLOBAL) == 0 ? PTE_NOT_GLOBAL : 0) |
	       ((entry & PTE_USER) != 0 ? PTE_PXN : PTE_UXN);
}

static inline uint64_t page_entry(uint64_t phys, uint64_t page_bytes, uint64_t bits)
{
	return page_entry_derived(phys | bits | PTE_INNER_SHAREABLE | PTE_ACCESSED |
				  (page_bytes > PAGE_4K ? 0 : PTE_TABLE_OR_PAGE));
}

static inline uint64_t page_entry_with(uint64_t entry, uint64_t bits)
{
	return page_entry_derived(entry | bits);
}

static inline uint64_t page_entry_without(uint64_t entry, uint64_t bits)
{
	return page_entry_derived(entry & ~bits);
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
	return (entry & PTE_TABLE_OR_PAGE) == 0;
}

static inline uint64_t page_entry_of_table(uint64_t phys, uint64_t virt)
{
	(void)virt;
	return phys | PTE_PRESENT | PTE_TABLE_OR_PAGE;
}

static inline bool page_entry_has_no_execute(void)
{
	return true;
}

/* Arm ARM, "Translation table walks, ordering": DSB makes the entry visible to walks. ISB lets
 * later instructions be fetched again. */
static inline __attribute__((always_inline)) void page_entry_written(uint64_t virt)
{
	(void)virt;
	__asm__ volatile("dsb ishst\n\tisb" : : : "memory");
}

#endif
