/* SPDX-License-Identifier: MIT */
/* The first access to a page of a mapping. The fault takes the kernel's usual path, through the
 * stubs and a handler in C, to the page's memory and back. The next allocation gets the frame that
 * was released last, as from an operating system's free list. */
#include <stddef.h>

#include "bench/platform.h"
#include "kernel/machine/exception.h"
#include "kernel/machine/fault_trial.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/demand.h"
#include "kernel/mm/memory.h"
#include "lib/cleared_page.h"
#include "lib/cpu/bytes.h"
#include "lib/text/errno.h"

/* Far from platform_map's addresses, so that no table of the two lowest levels is shared. */
#define MAPPING_OFFSET (SCRATCH_BYTES / 2)
#define MAPPING_PAGES 4
#define FRAMES 2

static struct {
	uint64_t mark;
	unsigned ring;
	struct demand_mapping mapping;
} prepared;

static void demand_fault(struct trap_frame *frame)
{
	if (!demand_populate(&prepared.mapping, paging_fault_address()))
		exception_unhandled(frame);
}

static uint64_t mapping_base_virt(unsigned ring)
{
	return (ring == 0 ? SCRATCH_BASE_VIRT : USER_SCRATCH_BASE_VIRT) + MAPPING_OFFSET;
}

/* Allocate the tables above the pages once per scope. A process that has used neighbouring pages
 * also has these tables. */
static int demand_zero_prepare(unsigned ring, uint64_t page_bytes)
{
	struct demand_mapping *mapping = &prepared.mapping;
	uint64_t block_bytes = frames_block_bytes(FRAMES, page_bytes), block_phys;

	if (prepared.mark == memory_mark_number() && prepared.ring == ring &&
	    mapping->page_bytes == page_bytes)
		return 0;
	block_phys = memory_alloc(block_bytes, page_bytes);
	if (block_phys == MEMORY_NONE)
		return -ENOMEM;
	*mapping = (struct demand_mapping){
		.tables = paging_tables(),
		.base_virt = mapping_base_virt(ring),
		.size_bytes = MAPPING_PAGES * page_bytes,
		.page_bytes = page_bytes,
		.bits = PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE | (ring != 0 ? PTE_USER : 0),
		.has_clear = cpu_has_clear(),
	};
	frames_init(&mapping->frames, phys_to_virt(block_phys), block_phys, block_bytes,
		    page_bytes);
	prepared.mark = memory_mark_number();
	prepared.ring = ring;
	return paging_entry(mapping->base_virt, page_bytes) != NULL ? 0 : -ENOMEM;
}

/* Checks that the new page holds only the written byte. */
static bool new_page_is_right(void)
{
	const struct demand_mapping *mapping = &prepared.mapping;
	uint64_t entry = *paging_entry(mapping->base_virt, mapping->page_bytes);
	uint8_t *bytes = phys_to_virt(page_entry_phys(entry));

	return cleared_page_check(bytes, mapping->page_bytes) && bytes[0] == 1;
}

int platform_demand_zero_trial(unsigned ring, uint64_t page_bytes, uint64_t *ticks)
{
	struct demand_mapping *mapping = &prepared.mapping;
	int error = demand_zero_prepare(ring, page_bytes);

	if (error != 0)
		return error;
	interrupt_handle(VECTOR_PAGE_FAULT, demand_fault);
	*ticks = ring == 0 ? trial_first_write(mapping->base_virt)
			   : user_mode_call(trial_first_write, mapping->base_virt);
	interrupt_handle(VECTOR_PAGE_FAULT, NULL);
	if (mapping->resident_bytes != page_bytes || !new_page_is_right())
		error = -EIO;
	demand_release(mapping, mapping->base_virt);
	paging_flush_page((const void *)mapping->base_virt);
	return error;
}
