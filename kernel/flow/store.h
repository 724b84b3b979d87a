/* SPDX-License-Identifier: MIT */
/* A script's store: lib/app/store.h on a paging device, behind a cache (lib/block_cache.h). A page
 * that is not there is a page fault: the use of a page-fault queue and a paging device, in
 * succession. Ashton & Penny, "The Interaction Network", 1991, section 5.1. */
#ifndef KERNEL_FLOW_STORE_H
#define KERNEL_FLOW_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/flow/sched.h"

/* Whether a script of so many threads can have it. */
bool flow_store_is_possible(const struct flow_store_plan *plan, uint32_t threads);

/* Bytes of memory, aligned to 8, that it needs. */
size_t flow_store_bytes(const struct flow_store_plan *plan);

/* A store as it is in the beginning, in that memory; the plan stays. Nothing runs. */
void flow_store_begin(const struct flow_store_plan *plan, void *memory);

/* There is no store any more: its memory is given back. Nothing runs. */
void flow_store_discard(void);

/* Carry out a step that is a request of the store, for the thread that runs here; under the lock,
 * which is released while it works or waits. work does so many turns of work. A row that is not
 * there, or is not what was stored, is noted as -EIO. */
void flow_store_request(struct flow_thread *self, const struct flow_step *step,
			void (*work)(struct flow_thread *self, uint32_t turns));

#endif
