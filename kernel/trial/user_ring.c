/* SPDX-License-Identifier: MIT */
/* The plan is at the start of a task's page; its stack grows down from the end. */
#include "kernel/trial/user_ring.h"

#include "bench/platform.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/user_mode.h"
#include "kernel/mm/address_space.h"
#include "kernel/mm/memory.h"

static struct ring_plan *plans[PLATFORM_RING_MAX];      /* by the RAM mapping */

static uint64_t page_of(uint32_t index)
{
	return USER_DATA_VIRT + index * PAGE_4K;
}

int user_ring_add(struct address_space *space, uint32_t index, const struct ring_plan *plan)
{
	int error = address_space_add(space, page_of(index), PAGE_4K, USER_DATA_BITS);
	void *page;

	if (error != 0)
		return error;
	page = phys_to_virt(page_entry_phys(*page_tables_entry(&space->tables, page_of(index),
							       PAGE_4K)));
	user_mode_make_stack(page);
	plans[index] = page;
	*plans[index] = *plan;
	return 0;
}

void user_ring_turn(uint32_t index, uint64_t (*loop)(uint64_t plan), uint64_t turns)
{
	plans[index]->turns = turns;
	user_mode_call_on(page_of(index), loop, page_of(index));
}
