/* SPDX-License-Identifier: MIT */
/* Translation of 39 bits (Sv39). RISC-V Privileged ISA, "Sv39: Page-Based 39-bit Virtual-Memory
 * System". */
#include "kernel/machine/paging.h"

#include "kernel/mm/memory.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/page_format.h"

#define ADDRESS_BITS 56

uint64_t paging_latest_fault;

/* The table of the boot path maps the first 256 GiB one to one. Here memory also appears at
 * RAM_BASE_VIRT, so that phys_to_virt works while the final tables are built. */
void paging_begin(struct page_tables *tables)
{
	uint64_t *root = (uint64_t *)(uintptr_t)paging_current();

	for (unsigned i = 0; i < RAM_PHYS_MAX / PAGE_1G; i++)
		root[page_tables_index(RAM_BASE_VIRT, PAGE_TABLE_LEVELS) + i] = root[i];
	paging_flush();
	tables->has_1g = true;
}

void paging_enable_on_this_cpu(void)
{
	__asm__ volatile("sfence.vma" : : : "memory");
	paging_switch(paging_root_phys());
}

bool paging_has_1g(void)
{
	return true;
}

unsigned paging_address_bits(void)
{
	return ADDRESS_BITS;
}

/* cpu_has_asids() of lib/cpu/switching.h is false, so nothing calls these two. */
void paging_asids_on(void)
{
}

void paging_asids_off(void)
{
}

uint64_t paging_framebuffer_bits(void)
{
	return PTE_DEVICE;
}

void paging_flush(void)
{
	__asm__ volatile("sfence.vma" : : : "memory");
}
