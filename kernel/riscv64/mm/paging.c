/* SPDX-License-Identifier: MIT */
/* Translation of 48 bits (Sv48), whose tables have the levels and halves of the portable kernel.
 * RISC-V Privileged ISA, "Sv48: Page-Based 48-bit Virtual-Memory System". */
#include "kernel/machine/paging.h"

#include "kernel/mm/memory.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/page_format.h"

#define TOP_LEVEL 4
#define ADDRESS_BITS 56

uint64_t paging_latest_fault;

/* The tables of the boot path map the first 512 GiB one to one. Here they appear at RAM_BASE_VIRT
 * too, so that phys_to_virt works while the final tables are built. */
void paging_begin(struct page_tables *tables)
{
	uint64_t *root = (uint64_t *)(uintptr_t)paging_current();

	root[page_tables_index(RAM_BASE_VIRT, TOP_LEVEL)] = root[0];
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
