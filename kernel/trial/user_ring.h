/* SPDX-License-Identifier: MIT */
/* Tasks of a ring whose turns are in ring 3: each has a page for its loop's plan and its stack. */
#ifndef KERNEL_TRIAL_USER_RING_H
#define KERNEL_TRIAL_USER_RING_H

#include <stdint.h>

#include "bench/os/ring.h"

struct address_space;

/* What the tasks read, if anything, begins behind their pages. */
#define USER_RING_MEMORY_VIRT (USER_DATA_VIRT + PLATFORM_RING_MAX * PAGE_4K)

/* Give a task of that number its page in an address space, with a plan. Returns 0 or -ENOMEM. */
int user_ring_add(struct address_space *space, uint32_t index, const struct ring_plan *plan);

/* Go to ring 3, with the address space in force, and do so many turns of a loop of
 * bench/os/ring.h. */
void user_ring_turn(uint32_t index, uint64_t (*loop)(uint64_t plan), uint64_t turns);

#endif
