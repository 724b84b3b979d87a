/* SPDX-License-Identifier: MIT */
/* This CPU's translation of addresses, for kernel/machine/paging.h. */
#ifndef KERNEL_X86_MM_TRANSLATION_H
#define KERNEL_X86_MM_TRANSLATION_H

#include "kernel/x86/mm/page_entry.h"
#include "lib/x86/control.h"

static inline __attribute__((always_inline)) void paging_switch(uint64_t root)
{
	write_cr3(root);
}

static inline __attribute__((always_inline)) uint64_t paging_current(void)
{
	return read_cr3();
}

static inline uint64_t paging_current_root_phys(void)
{
	return read_cr3() & PTE_ADDRESS;
}

static inline __attribute__((always_inline)) void paging_flush_page(const volatile void *address)
{
	invlpg(address);
}

static inline __attribute__((always_inline)) uint64_t paging_fault_address(void)
{
	return read_cr2();
}

/* CR3 value of an address space, for a switch that keeps the cached translations. Intel SDM vol.
 * 3A, "Process-Context Identifiers (PCIDs)". */
static inline uint64_t paging_root_keeping(uint64_t root_phys, unsigned asid)
{
	return root_phys | asid | 1ull << 63;
}

#endif
