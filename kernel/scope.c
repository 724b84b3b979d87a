/* SPDX-License-Identifier: MIT */
/* Memory for benchmarks: physically contiguous, and mapped in the scratch window with the requested
 * page size. The end of a point's scope releases all its memory and address space. */
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/mm/memory.h"
#include "kernel/nodes.h"
#include "lib/text/errno.h"

#define SCRATCH_BITS (PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE)

/* QEMU's software TLB doubles when a flush finds it mostly used. In tests 8 rounds of touching and
 * flushing sufficed for 64 MiB. 12 rounds leave a margin. */
#define SETTLE_ROUNDS 12

#define BUSY_LIMIT_MS 2000              /* limit for work on another CPU whose end was not
					 * awaited */

static uint64_t next_virt = SCRATCH_BASE_VIRT;

void platform_scope_begin(void)
{
	memory_mark();
	platform_choose_node(NODE_NONE);
}

/* Whether no CPU uses the scope's memory any more. An aborted benchmark may have left other CPUs
 * running. */
static bool is_abandoned(void)
{
	for (unsigned cpu = 0; cpu < smp_online(); cpu++) {
		if (smp_wait(cpu, BUSY_LIMIT_MS) == -ETIMEDOUT) {
			warning("memory", "CPU %u: still runs benchmark code; "
				"the benchmark's memory is not reused", cpu);
			return false;
		}
	}
	return true;
}

void platform_scope_end(void)
{
	platform_choose_node(NODE_NONE);
	if (!is_abandoned())
		return;
	paging_clear_scratch();
	memory_release();
	next_virt = SCRATCH_BASE_VIRT;
}

static bool page_size_exists(uint64_t page_bytes)
{
	return page_bytes == PAGE_4K || page_bytes == PAGE_2M ||
	       (page_bytes == PAGE_1G && paging_has_1g());
}

uint64_t platform_memory_available(uint64_t page_bytes)
{
	if (!page_size_exists(page_bytes))
		return 0;
	return memory_largest(nodes_chosen_ranges(), page_bytes) / page_bytes * page_bytes;
}

typedef uint64_t memory_allocator(struct memory_ranges within, uint64_t size_bytes,
				  uint64_t align_bytes);

static void *map(memory_allocator *allocate, uint64_t size_bytes, uint64_t page_bytes)
{
	uint64_t size = (size_bytes + page_bytes - 1) / page_bytes * page_bytes;
	uint64_t start = (next_virt + page_bytes - 1) / page_bytes * page_bytes;
	uint64_t phys;

	if (!page_size_exists(page_bytes))
		return NULL;
	phys = allocate(nodes_chosen_ranges(), size, page_bytes);
	if (phys == MEMORY_NONE)
		return NULL;
	for (uint64_t offset = 0; offset < size; offset += page_bytes) {
		if (paging_map_page(start + offset, phys + offset, page_bytes, SCRATCH_BITS) != 0)
			return NULL;
	}
	next_virt = start + size;
	return (void *)start;
}

void *platform_map(uint64_t size_bytes, uint64_t page_bytes)
{
	return map(memory_alloc_within, size_bytes, page_bytes);
}

void *platform_map_untouched(uint64_t size_bytes, uint64_t page_bytes)
{
	return map(memory_alloc_untouched, size_bytes, page_bytes);
}

/* The tables that this CPU uses, instead of those of paging.c, because another address space may be
 * the current one. */
static struct page_tables tables_in_force(void)
{
	struct page_tables in_force = *paging_tables();

	in_force.root = phys_to_virt(paging_current_root_phys());
	return in_force;
}

uint64_t platform_page_bytes(const void *address)
{
	const struct page_tables tables = tables_in_force();

	return page_tables_page_bytes(&tables, (uintptr_t)address);
}

uint32_t platform_address_node(const void *address)
{
	const struct page_tables tables = tables_in_force();
	uint64_t page_bytes = page_tables_page_bytes(&tables, (uintptr_t)address), entry;

	if (page_bytes == 0)
		return NODE_NONE;
	entry = *page_tables_entry(&tables, (uintptr_t)address, page_bytes);
	return nodes_of_range(page_entry_phys(entry) & ~(page_bytes - 1), page_bytes);
}

void platform_settle_translations(void *buffer, uint64_t size_bytes, uint64_t page_bytes)
{
	const volatile char *bytes = buffer;

	(void)page_bytes;       /* the software TLB works in units of 4 KiB */
	if (platform_time_base() != TIME_EMULATED)
		return;
	for (int round = 0; round < SETTLE_ROUNDS; round++) {
		for (uint64_t offset = 0; offset < size_bytes; offset += PAGE_4K)
			(void)bytes[offset];
		paging_switch(paging_current());
	}
}
