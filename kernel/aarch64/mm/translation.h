/* SPDX-License-Identifier: MIT */
/* This CPU's translation of addresses, for kernel/machine/paging.h. An address space's identifier
 * (ASID) is in the upper bits of its root. Arm ARM, "TLB maintenance instructions". */
#ifndef KERNEL_AARCH64_MM_TRANSLATION_H
#define KERNEL_AARCH64_MM_TRANSLATION_H

#include <stdint.h>

#include "kernel/aarch64/mm/page_entry.h"
#include "lib/aarch64/control.h"

#define ASID_SHIFT 48                   /* place of the identifier in TTBR0_EL1 */

/* Address spaces without an identifier of their own share identifier 0. A switch to identifier 0
 * forgets its translations, as a switch on x86-64 forgets translations that are not global. */
static inline __attribute__((always_inline)) void paging_switch(uint64_t root)
{
	__asm__ volatile("msr	ttbr0_el1, %0\n\tisb" : : "r"(root) : "memory");
	if (root >> ASID_SHIFT == 0)
		__asm__ volatile("tlbi	aside1, xzr\n\t"
				 "dsb	nsh\n\t"
				 "isb" : : : "memory");
}

static inline uint64_t paging_root_keeping(uint64_t root_phys, unsigned asid)
{
	return root_phys | (uint64_t)asid << ASID_SHIFT;
}

static inline __attribute__((always_inline)) uint64_t paging_current(void)
{
	return read_register(ttbr0_el1);
}

static inline uint64_t paging_current_root_phys(void)
{
	return paging_current() & PTE_ADDRESS;
}

static inline __attribute__((always_inline)) void paging_flush_page(const volatile void *address)
{
	__asm__ volatile("dsb	ishst\n\t"
			 "tlbi	vaae1, %0\n\t"
			 "dsb	nsh\n\t"
			 "isb" : : "r"((uint64_t)(uintptr_t)address << 8 >> 20) : "memory");
}

static inline __attribute__((always_inline)) uint64_t paging_fault_address(void)
{
	return read_register(far_el1);
}

#endif
