/* SPDX-License-Identifier: MIT */
/* An entry of a page table, for kernel/machine/page_tables.h. lib/riscv64/page_format.h has the
 * format. */
#ifndef KERNEL_RISCV64_MM_PAGE_ENTRY_H
#define KERNEL_RISCV64_MM_PAGE_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/page_size.h"
#include "lib/riscv64/page_format.h"

#define PTE_PRESENT (1ull * PTE_VALID)
#define PTE_WRITE (1ull * PTE_WRITABLE)
#define PTE_USER (1ull * PTE_USER_BIT)
#define PTE_GLOBAL (1ull * PTE_GLOBAL_BIT)

/* The architecture has the opposite bit, which permits execution. No entry contains PTE_NO_EXECUTE
 * itself. */
#define PTE_NO_EXECUTE (1ull << 63)

/* Addresses have their attributes from the machine, which never caches those of devices: RISC-V
 * Privileged ISA, "Physical Memory Attributes". */
#define PTE_DEVICE 0ull

/* The CPU ignores bits 8 and 9. */
#define PTE_SOFTWARE_1 (1ull << 8)
#define PTE_SOFTWARE_2 (1ull << 9)

/* Place of a physical address of 56 bits. */
#define PTE_ADDRESS 0x003ffffffffffc00ull

/* Size of the memory that the boot path's tables map one to one. */
#define PAGING_BOOT_BYTES (BOOT_BLOCKS * PAGE_1G)

static inline uint64_t page_entry_executable(uint64_t bits)
{
	return (bits & ~PTE_NO_EXECUTE) | ((bits & PTE_NO_EXECUTE) == 0 ? PTE_EXECUTE : 0);
}

static inline uint64_t page_entry(uint64_t phys, uint64_t page_bytes, uint64_t bits)
{
	(void)page_bytes;
	return phys >> PTE_ADDRESS_SHIFT | page_entry_executable(bits) | PTE_READ | PTE_ACCESSED |
	       PTE_DIRTY;
}

static inline uint64_t page_entry_with(uint64_t entry, uint64_t bits)
{
	return (entry | (bits & ~PTE_NO_EXECUTE)) &
	       ~((bits & PTE_NO_EXECUTE) != 0 ? 1ull * PTE_EXECUTE : 0);
}

static inline uint64_t page_entry_without(uint64_t entry, uint64_t bits)
{
	return (entry & ~bits) | ((bits & PTE_NO_EXECUTE) != 0 ? PTE_EXECUTE : 0);
}

static inline uint64_t page_entry_phys(uint64_t entry)
{
	return (entry & PTE_ADDRESS) << PTE_ADDRESS_SHIFT;
}

static inline uint64_t page_entry_bits(uint64_t entry)
{
	return entry & ~PTE_ADDRESS;
}

static inline uint64_t page_entry_at(uint64_t phys, uint64_t bits)
{
	return phys >> PTE_ADDRESS_SHIFT | bits;
}

static inline bool page_entry_is_block(uint64_t entry)
{
	return (entry & (PTE_READ | PTE_EXECUTE)) != 0;
}

static inline uint64_t page_entry_of_table(uint64_t phys, uint64_t virt)
{
	(void)virt;
	return phys >> PTE_ADDRESS_SHIFT | PTE_PRESENT;
}

static inline bool page_entry_has_no_execute(void)
{
	return true;
}

/* A CPU may remember that there was no entry, so this needs a fence: RISC-V Privileged ISA,
 * "Supervisor Memory-Management Fence Instruction". */
static inline __attribute__((always_inline)) void page_entry_written(uint64_t virt)
{
	__asm__ volatile("sfence.vma %0" : : "r"(virt) : "memory");
}

#endif
