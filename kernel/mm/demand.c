/* SPDX-License-Identifier: MIT */
/* Does the necessary work to populate a page and nothing else: no locks, reverse mapping, memory
 * limits or NUMA policy. */
#include "kernel/mm/demand.h"

#include <stddef.h>

#include "lib/cpu/bytes.h"

/* The entry of the page that contains virt. NULL if virt is outside of the mapping, or if memory
 * for a page table is short. */
static uint64_t *demand_entry(const struct demand_mapping *mapping, uint64_t virt)
{
	if (virt - mapping->base_virt >= mapping->size_bytes)
		return NULL;
	return page_tables_entry(mapping->tables, virt, mapping->page_bytes);
}

static void demand_clear(const struct demand_mapping *mapping, void *frame)
{
	if (mapping->has_clear)
		cpu_clear(frame, mapping->page_bytes);
	else
		cpu_fill_words(frame, 0, mapping->page_bytes / sizeof(uint64_t));
}

bool demand_populate(struct demand_mapping *mapping, uint64_t virt)
{
	uint64_t *entry = demand_entry(mapping, virt);
	void *frame;

	if (entry == NULL || (*entry & PTE_PRESENT) != 0)
		return false;
	frame = frames_alloc(&mapping->frames);
	if (frame == NULL)
		return false;
	demand_clear(mapping, frame);
	*entry = page_entry(frames_phys(&mapping->frames, frame), mapping->page_bytes,
			    mapping->bits);
	page_entry_written(virt);
	mapping->resident_bytes += mapping->page_bytes;
	return true;
}

void demand_release(struct demand_mapping *mapping, uint64_t virt)
{
	uint64_t *entry = demand_entry(mapping, virt);

	if (entry == NULL || (*entry & PTE_PRESENT) == 0)
		return;
	frames_drop(&mapping->frames, page_entry_phys(*entry));
	*entry = 0;
	mapping->resident_bytes -= mapping->page_bytes;
}
