/* SPDX-License-Identifier: MIT */
/* The CPU's paging registers. */
#include "kernel/machine/paging.h"

#include "kernel/mm/memory.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define CPUID_ADDRESS_SIZES 0x80000008u
#define TOP_LEVEL 4

/* Intel SDM vol. 3A, "Page Attribute Table (PAT)": the reset value with entry 1, selected by
 * PTE_WRITE_THROUGH, changed to write combining. */
#define MSR_PAT 0x277u
#define PAT_RESET_WITH_WC 0x0007040600070106ull

/* Map low memory at RAM_BASE_VIRT as well as one to one, as the boot tables do, so that
 * phys_to_virt works while the final tables are built. */
void paging_begin(struct page_tables *tables)
{
	uint64_t *boot_root = (uint64_t *)(uintptr_t)(read_cr3() & PTE_ADDRESS);

	boot_root[page_tables_index(RAM_BASE_VIRT, TOP_LEVEL)] = boot_root[0];
	page_entry_allow_no_execute((rdmsr(MSR_EFER) & EFER_NXE) != 0);
	tables->has_1g = paging_has_1g();
}

void paging_enable_on_this_cpu(void)
{
	if (cpu_has(FEATURE_PAT))
		wrmsr(MSR_PAT, PAT_RESET_WITH_WC);
	write_cr0(read_cr0() | CR0_WP);
	write_cr3(paging_root_phys());
	if (cpu_has(FEATURE_PGE))
		write_cr4(read_cr4() | CR4_PGE);
	paging_flush();
}

bool paging_has_1g(void)
{
	return cpu_has(FEATURE_PAGE_1G);
}

unsigned paging_address_bits(void)
{
	unsigned bits = cpuid_or_zero(CPUID_ADDRESS_SIZES, 0).eax & 0xff;

	return bits >= 32 && bits <= 52 ? bits : 36;
}

uint64_t paging_framebuffer_bits(void)
{
	return cpu_has(FEATURE_PAT) ? PTE_WRITE_THROUGH : PTE_DEVICE;
}

void paging_flush(void)
{
	uint64_t cr4 = read_cr4();

	if ((cr4 & CR4_PGE) != 0) {
		write_cr4(cr4 & ~(uint64_t)CR4_PGE);
		write_cr4(cr4);
	} else {
		write_cr3(read_cr3());
	}
}

void paging_asids_on(void)
{
	write_cr4(read_cr4() | CR4_PCIDE);
	paging_flush();
}

void paging_asids_off(void)
{
	write_cr3(paging_root_phys());
	write_cr4(read_cr4() & ~(uint64_t)CR4_PCIDE);
	paging_flush();
}
