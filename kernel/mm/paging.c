/* SPDX-License-Identifier: MIT */
/* The kernel's address space. */
#include "kernel/machine/paging.h"

#include "kernel/core/image.h"
#include "kernel/core/panic.h"
#include "kernel/mm/memory.h"

#define TOP_LEVEL PAGE_TABLE_LEVELS
#define TOP_ENTRY_BYTES (PAGE_4K << 9 * (TOP_LEVEL - 1))
#define BITS_RAM (PTE_PRESENT | PTE_WRITE | PTE_GLOBAL | PTE_NO_EXECUTE)
#define BITS_CODE (PTE_PRESENT | PTE_GLOBAL)
#define BITS_CONSTANTS (PTE_PRESENT | PTE_GLOBAL | PTE_NO_EXECUTE)
#define BITS_DEVICE (BITS_RAM | PTE_DEVICE)

static struct page_tables tables = {
	.virt_minus_phys = RAM_BASE_VIRT,
	.take_page = memory_alloc_page,
};

static uint64_t next_device_virt = DEVICE_BASE_VIRT;
static uint64_t next_stack_virt = STACK_BASE_VIRT;

/* Number of times that the scratch window was cleared. Other CPUs read it only after they have
 * received work, which orders the accesses. */
static uint64_t scratch_generation;

static void map_range(uint64_t virt, uint64_t phys, uint64_t size_bytes, uint64_t bits)
{
	int error = page_tables_map_range(&tables, virt, phys, size_bytes, bits);

	if (error != 0)
		panic("paging: mapping %#lx bytes of %#lx at %#lx failed: error %d", size_bytes,
		      phys, virt, error);
}

/* Map a part of the image with 4 KiB pages, so that the stack's guard page can be left out. */
static void map_image(const char *start, const char *end, uint64_t bits)
{
	for (const char *page = start; page < end; page += PAGE_4K) {
		if (page != boot_stack_guard)
			map_range((uintptr_t)page, image_to_phys(page), PAGE_4K, bits);
	}
}

/* Map RAM. ram is the free memory before the first table was allocated, so that the tables are
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

void paging_init(void)
{
	static struct memory_map ram;

	ram = *memory_free();
	paging_begin(&tables);
	tables.root = memory_alloc_page();
	if (tables.root == NULL)
		panic("paging: no memory for the first page table");
	map_ram(&ram);
	map_image(__text_start, __text_end, BITS_CODE);
	map_image(__rodata_start, __rodata_end, BITS_CONSTANTS);
	map_image(__data_start, __image_end, BITS_RAM);
	paging_enable_on_this_cpu();
}

const struct page_tables *paging_tables(void)
{
	return &tables;
}

uint64_t paging_root_phys(void)
{
	return (uintptr_t)tables.root - RAM_BASE_VIRT;
}

int paging_map_page(uint64_t virt, uint64_t phys, uint64_t page_bytes, uint64_t bits)
{
	return page_tables_map(&tables, virt, phys, page_bytes, bits);
}

uint64_t *paging_entry(uint64_t virt, uint64_t page_bytes)
{
	return page_tables_entry(&tables, virt, page_bytes);
}

/* Map a window. An unmapped page follows each window, so that an overrun faults. */
static void *map_window(uint64_t phys, size_t size_bytes, uint64_t bits)
{
	uint64_t offset = phys % PAGE_4K;
	uint64_t length = (offset + size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K;
	uint64_t virt = next_device_virt;

	if (tables.root == NULL)
		return phys + size_bytes <= PAGING_BOOT_BYTES ? (void *)(uintptr_t)phys : NULL;
	map_range(virt, phys - offset, length, bits);
	next_device_virt += length + PAGE_4K;
	return (void *)(uintptr_t)(virt + offset);
}

volatile void *paging_map_device(uint64_t phys, size_t size_bytes)
{
	return map_window(phys, size_bytes, BITS_DEVICE);
}

volatile void *paging_map_framebuffer(uint64_t phys, size_t size_bytes)
{
	return map_window(phys, size_bytes, BITS_RAM | paging_framebuffer_bits());
}

const void *paging_map_firmware(uint64_t phys, size_t size_bytes)
{
	return map_window(phys, size_bytes, BITS_CONSTANTS);
}

void *paging_map_shared(uint64_t phys, size_t size_bytes)
{
	return map_window(phys, size_bytes, BITS_RAM);
}

void paging_map_one_to_one(const char *begin, const char *end)
{
	uint64_t phys = image_to_phys(begin) / PAGE_4K * PAGE_4K;

	for (; phys < image_to_phys(end); phys += PAGE_4K) {
		const uint64_t *entry = paging_entry(phys, PAGE_4K);

		if (entry == NULL || *entry == 0)
			map_range(phys, phys, PAGE_4K, PTE_PRESENT);
	}
}

void *paging_map_stack(size_t size_bytes)
{
	uint64_t phys = memory_alloc(size_bytes, PAGE_4K);
	uint64_t bottom_virt = next_stack_virt + PAGE_4K;

	if (phys == MEMORY_NONE)
		return NULL;
	map_range(bottom_virt, phys, size_bytes, BITS_RAM);
	next_stack_virt = bottom_virt + size_bytes;
	return (void *)(uintptr_t)next_stack_virt;
}

uint64_t paging_reserve_stack(size_t size_bytes)
{
	uint64_t bottom_virt = next_stack_virt + PAGE_4K;

	for (uint64_t offset = 0; offset < size_bytes; offset += PAGE_4K) {
		if (paging_entry(bottom_virt + offset, PAGE_4K) == NULL)
			return 0;
	}
	next_stack_virt = bottom_virt + size_bytes;
	return next_stack_virt;
}

/* Whether virt is in a guard page. In the area of stacks, all pages are mapped except the guard
 * pages and the stack that stack.c maps for each thread. */
bool paging_is_stack_guard(uint64_t virt)
{
	return virt - (uintptr_t)boot_stack_guard < PAGE_4K ||
	       (virt >= STACK_BASE_VIRT && virt < next_stack_virt);
}

void paging_clear_scratch(void)
{
	for (uint64_t offset = 0; offset < SCRATCH_BYTES; offset += TOP_ENTRY_BYTES) {
		tables.root[page_tables_index(SCRATCH_BASE_VIRT + offset, TOP_LEVEL)] = 0;
		tables.root[page_tables_index(USER_SCRATCH_BASE_VIRT + offset, TOP_LEVEL)] = 0;
	}
	scratch_generation++;
	paging_flush();
}

void paging_catch_up(uint64_t *seen)
{
	if (*seen != scratch_generation)
		paging_flush();
	*seen = scratch_generation;
}
