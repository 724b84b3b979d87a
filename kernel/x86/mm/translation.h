/* SPDX-License-Identifier: MIT */
/* This CPU's translation of addresses, for kernel/machine/paging.h. */
#ifndef KERNEL_X86_MM_TRANSLATION_H
#define KERNEL_X86_MM_TRANSLATION_H

#include "lib/x86/control.h"

static inline __attribute__((always_inline)) void paging_switch(uint64_t root)
{
	write_cr3(root);
}

static inline __attribute__((always_inline)) uint64_t paging_current(void)
{
	return read_cr3();
}

static inline __attribute__((always_inline)) void paging_flush_page(const volatile void *address)
{
	invlpg(address);
}

static inline __attribute__((always_inline)) uint64_t paging_fault_address(void)
{
	return read_cr2();
}

#endif
