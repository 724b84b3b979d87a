/* Building page tables: the final ones at start, and mappings added later. */
#include "kernel/paging.h"

#include "kernel/image.h"
#include "kernel/memory.h"
#include "kernel/panic.h"
#include "lib/errno.h"
#include "lib/string.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

#define TABLE_ENTRIES 512
#define TOP_LEVEL 4
#define BITS_RAM (PTE_PRESENT | PTE_WRITE | PTE_GLOBAL | PTE_NO_EXECUTE)
#define BITS_CODE (PTE_PRESENT | PTE_GLOBAL)
#define BITS_CONSTANTS (PTE_PRESENT | PTE_GLOBAL | PTE_NO_EXECUTE)
#define BITS_FIRMWARE BITS_CONSTANTS
#define BITS_DEVICE (BITS_RAM | PTE_CACHE_DISABLE | PTE_WRITE_THROUGH)
#define BITS_FRAMEBUFFER (BITS_RAM | PTE_WRITE_THROUGH)

/* Intel SDM vol. 3A, "Page Attribute Table (PAT)": the reset value, but with write combining as
 * entry 1, which PTE_WRITE_THROUGH selects. */
#define MSR_PAT 0x277u
#define PAT_RESET_WITH_WC 0x0007040600070106ull

static uint64_t *root;
static uint64_t allowed_bits = ~0ull;   /* without PTE_NO_EXECUTE on a CPU that lacks it */
static uint64_t next_device_virt = DEVICE_BASE_VIRT;

static unsigned level_of(uint64_t page_bytes)
{
	if (page_bytes == PAGE_1G)
		return 3;
	return page_bytes == PAGE_2M ? 2 : 1;
}

static unsigned index_at(uint64_t virt, unsigned level)
{
	return virt >> (12 + 9 * (level - 1)) & (TABLE_ENTRIES - 1);
}

/* The table that entry points to, made if there is none. NULL if it maps a page, or no memory. */
static uint64_t *next_table(uint64_t *entry)
{
	void *table;

	if ((*entry & PTE_PRESENT) != 0)
		return (*entry & PTE_LARGE) != 0 ? NULL : phys_to_virt(*entry & PTE_ADDRESS);
	table = memory_take_page();
	if (table == NULL)
		return NULL;
	*entry = ((uint64_t)(uintptr_t)table - RAM_BASE_VIRT) | PTE_PRESENT | PTE_WRITE;
	return table;
}

uint64_t *paging_entry(uint64_t virt, uint64_t page_bytes)
{
	uint64_t *table = root;

	for (unsigned level = TOP_LEVEL; level > level_of(page_bytes) && table != NULL; level--)
		table = next_table(&table[index_at(virt, level)]);
	return table != NULL ? &table[index_at(virt, level_of(page_bytes))] : NULL;
}

int paging_map_page(uint64_t virt, uint64_t phys, uint64_t page_bytes, uint64_t bits)
{
	uint64_t *entry = paging_entry(virt, page_bytes);

	if (entry == NULL)
		return -ENOMEM;
	if ((*entry & PTE_PRESENT) != 0)
		return -EINVAL;
	*entry = (phys | bits | (page_bytes > PAGE_4K ? PTE_LARGE : 0)) & allowed_bits;
	return 0;
}

/* The largest page that virt and phys, both the start of size_bytes, can begin with. */
static uint64_t largest_page(uint64_t virt, uint64_t phys, uint64_t size_bytes)
{
	if ((virt | phys) % PAGE_1G == 0 && size_bytes >= PAGE_1G && cpu_has(FEATURE_PAGE_1G))
		return PAGE_1G;
	return (virt | phys) % PAGE_2M == 0 && size_bytes >= PAGE_2M ? PAGE_2M : PAGE_4K;
}

static void map_range(uint64_t virt, uint64_t phys, uint64_t size_bytes, uint64_t bits)
{
	while (size_bytes > 0) {
		uint64_t page_bytes = largest_page(virt, phys, size_bytes);
		int error = paging_map_page(virt, phys, page_bytes, bits);

		if (error != 0)
			panic("paging: mapping %#lx to %#lx failed: error %d", virt, phys, error);
		virt += page_bytes;
		phys += page_bytes;
		size_bytes -= page_bytes;
	}
}

/* By 4 KiB pages, so that the stack's guard page can be left out. */
static void map_image(const char *start, const char *end, uint64_t bits)
{
	for (const char *page = start; page < end; page += PAGE_4K) {
		if (page != boot_stack_guard)
			map_range((uintptr_t)page, image_to_phys(page), PAGE_4K, bits);
	}
}

/* ram is the free memory as it was before the first table was taken from it, so that the tables are
 * mapped too. */
static void map_ram(const struct memory_map *ram)
{
	for (uint32_t i = 0; i < ram->count; i++) {
		const struct memory_range *range = &ram->ranges[i];

		map_range(range->base_phys + RAM_BASE_VIRT, range->base_phys,
			  range->end_phys - range->base_phys, BITS_RAM);
	}
	if (memory_low_page() != MEMORY_NONE)
		map_range(memory_low_page() + RAM_BASE_VIRT, memory_low_page(), PAGE_4K, BITS_RAM);
}

/* The boot tables map low memory one to one. Showing the same at RAM_BASE_VIRT lets phys_to_virt work
 * while the final tables are being built. */
static void show_low_memory_at_ram_base(void)
{
	uint64_t *boot_root = (uint64_t *)(uintptr_t)(read_cr3() & PTE_ADDRESS);

	boot_root[index_at(RAM_BASE_VIRT, TOP_LEVEL)] = boot_root[0];
}

void paging_enable_on_this_cpu(void)
{
	if (cpu_has(FEATURE_NX))
		wrmsr(MSR_EFER, rdmsr(MSR_EFER) | EFER_NXE);
	if (cpu_has(FEATURE_PAT))
		wrmsr(MSR_PAT, PAT_RESET_WITH_WC);
	write_cr0(read_cr0() | CR0_WP);
	write_cr3(paging_root_phys());
	if (cpu_has(FEATURE_PGE))
		write_cr4(read_cr4() | CR4_PGE);
	paging_flush();
}

void paging_init(void)
{
	static struct memory_map ram;

	ram = *memory_free();
	show_low_memory_at_ram_base();
	root = memory_take_page();
	if (root == NULL)
		panic("paging: no memory for the first page table");
	if (!cpu_has(FEATURE_NX))
		allowed_bits = ~PTE_NO_EXECUTE;
	map_ram(&ram);
	map_image(__text_start, __text_end, BITS_CODE);
	map_image(__rodata_start, __rodata_end, BITS_CONSTANTS);
	map_image(__data_start, __image_end, BITS_RAM);
	paging_enable_on_this_cpu();
}

uint64_t paging_root_phys(void)
{
	return (uint64_t)(uintptr_t)root - RAM_BASE_VIRT;
}

static void *map_device_window(uint64_t phys, size_t size_bytes, uint64_t bits)
{
	uint64_t offset = phys % PAGE_4K;
	uint64_t length = (offset + size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K;
	uint64_t virt = next_device_virt;

	map_range(virt, phys - offset, length, bits);
	next_device_virt += length + PAGE_4K;
	return (void *)(uintptr_t)(virt + offset);
}

volatile void *paging_map_device(uint64_t phys, size_t size_bytes)
{
	return map_device_window(phys, size_bytes, BITS_DEVICE);
}

volatile void *paging_map_framebuffer(uint64_t phys, size_t size_bytes)
{
	return map_device_window(phys, size_bytes,
				 cpu_has(FEATURE_PAT) ? BITS_FRAMEBUFFER : BITS_DEVICE);
}

const void *paging_map_firmware(uint64_t phys, size_t size_bytes)
{
	return map_device_window(phys, size_bytes, BITS_FIRMWARE);
}

void paging_clear_scratch(void)
{
	root[index_at(SCRATCH_BASE_VIRT, TOP_LEVEL)] = 0;
	paging_flush();
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
