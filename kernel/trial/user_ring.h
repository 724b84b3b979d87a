/* SPDX-License-Identifier: MIT */
/* Tasks of a ring that work in ring 3. Each task has a page for the plan of its loop and for its
 * stack. */
#ifndef KERNEL_TRIAL_USER_RING_H
#define KERNEL_TRIAL_USER_RING_H

#include <stdint.h>

#include "bench/os/ring.h"

struct address_space;

/* The tasks' working sets, if any, follow their pages. */
#define USER_RING_MEMORY_VIRT (USER_DATA_VIRT + PLATFORM_RING_MAX * PAGE_4K)

/* Map a task's page, with its plan, in an address space. Returns 0 or -ENOMEM. */
int user_ring_add(struct address_space *space, uint32_t index, const struct ring_plan *plan);

/* Enter ring 3 in the current address space and execute turns iterations of a loop of
 * bench/os/ring.h. */
void user_ring_turn(uint32_t index, uint64_t (*loop)(uint64_t plan), uint64_t turns);

#endif
