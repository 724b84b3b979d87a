/* SPDX-License-Identifier: MIT */
/* This CPU's translation of addresses, for kernel/machine/paging.h. A root is the physical address
 * of the top-level table. */
#ifndef KERNEL_RISCV64_MM_TRANSLATION_H
#define KERNEL_RISCV64_MM_TRANSLATION_H

#include <stdint.h>

#include "kernel/machine/page_size.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/page_format.h"

/* The value of satp for a root, with address space identifier 0; "Supervisor Address Translation
 * and Protection (satp) Register". */
static inline uint64_t paging_satp(uint64_t root_phys)
{
	return (uint64_t)SATP_MODE_SV39 << SATP_MODE_SHIFT | root_phys / PAGE_4K;
}

/* There are no identifiers, so a switch forgets the translations of the last address space. */
static inline __attribute__((always_inline)) void paging_switch(uint64_t root)
{
	write_register(satp, paging_satp(root));
	__asm__ volatile("sfence.vma" : : : "memory");
}

static inline __attribute__((always_inline)) uint64_t paging_current(void)
{
	return (read_register(satp) & ((1ull << 44) - 1)) * PAGE_4K;
}

static inline uint64_t paging_current_root_phys(void)
{
	return paging_current();
}

/* There are no identifiers, so the result is the root itself: see cpu_has_asids(). */
static inline uint64_t paging_root_keeping(uint64_t root_phys, unsigned asid)
{
	(void)asid;
	return root_phys;
}

static inline __attribute__((always_inline)) void paging_flush_page(const volatile void *address)
{
	__asm__ volatile("sfence.vma %0" : : "r"(address) : "memory");
}

/* Address of the latest page fault of any CPU. Handlers of page faults store it, because ECALL
 * overwrites stval. */
extern uint64_t paging_latest_fault;

static inline __attribute__((always_inline)) uint64_t paging_fault_address(void)
{
	return *(volatile uint64_t *)&paging_latest_fault;
}

#endif
