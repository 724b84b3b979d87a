/* SPDX-License-Identifier: MIT */
/* The CPU's paging registers. One tree of tables serves both halves of the addresses: the lower
 * half of the top-level table is in TTBR0_EL1, the upper one in TTBR1_EL1, each with 47 bits of
 * address. Arm ARM, "The AArch64 Virtual Memory System Architecture". */
#include "kernel/machine/paging.h"

#include "kernel/mm/memory.h"
#include "lib/aarch64/control.h"
#include "lib/aarch64/page_format.h"

#define TOP_LEVEL 4
#define UPPER_HALF_BYTES 2048           /* offset of the upper half in the top-level table */

/* The tables of the boot path map the first 512 GiB one to one, in blocks of 1 GiB, all but the one
 * with the image as devices. Here the blocks with free memory become normal memory, and all blocks
 * also appear at RAM_BASE_VIRT, so that phys_to_virt works while the final tables are built. */
void paging_begin(struct page_tables *tables)
{
	uint64_t *root = (uint64_t *)(uintptr_t)(read_register(ttbr0_el1) & PTE_ADDRESS);
	uint64_t *blocks = (uint64_t *)(uintptr_t)(root[0] & PTE_ADDRESS);
	const struct memory_map *free = memory_free();

	for (uint32_t i = 0; i < free->count; i++) {
		uint64_t phys = free->ranges[i].base_phys / PAGE_1G * PAGE_1G;

		for (; phys < free->ranges[i].end_phys && phys / PAGE_1G < BOOT_BLOCKS;
		     phys += PAGE_1G)
			blocks[phys / PAGE_1G] = page_entry(phys, PAGE_1G, PTE_PRESENT | PTE_WRITE);
	}
	root[page_tables_index(RAM_BASE_VIRT, TOP_LEVEL)] = root[0];
	paging_flush();
	tables->has_1g = true;
}

/* The code runs in the upper half, where it keeps its address while both registers change. */
void paging_enable_on_this_cpu(void)
{
	uint64_t root_phys = paging_root_phys();

	__asm__ volatile("dsb	ish\n\t"
			 "msr	ttbr1_el1, %1\n\t"
			 "msr	ttbr0_el1, %0\n\t"
			 "isb" : : "r"(root_phys), "r"(root_phys + UPPER_HALF_BYTES) : "memory");
	paging_flush();
}

bool paging_has_1g(void)
{
	return true;
}

/* Arm ARM, "ID_AA64MMFR0_EL1, AArch64 Memory Model Feature Register 0", field PARange; the tables'
 * entries have 48 bits. */
unsigned paging_address_bits(void)
{
	static const uint8_t bits[] = {32, 36, 40, 42, 44, 48};
	uint64_t range = read_register(id_aa64mmfr0_el1) & 15;

	return range < sizeof(bits) ? bits[range] : 48;
}

/* Nothing to turn on, because identifiers are always on. The kernel's identifier is 0. */
void paging_asids_on(void)
{
	paging_flush();
}

void paging_asids_off(void)
{
	paging_switch(paging_root_phys());
	paging_flush();
}

uint64_t paging_framebuffer_bits(void)
{
	return PTE_COMBINING;
}

void paging_flush(void)
{
	__asm__ volatile("dsb	ishst\n\t"
			 "tlbi	vmalle1\n\t"
			 "dsb	nsh\n\t"
			 "isb" : : : "memory");
}
