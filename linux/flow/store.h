/* SPDX-License-Identifier: MIT */
/* The relational store of a script, with its page cache and paging device. */
#ifndef LINUX_FLOW_STORE_H
#define LINUX_FLOW_STORE_H

#include "linux/flow/thread.h"

/* Whether a store is within the limits. */
bool flow_store_is_possible(const struct flow_store_plan *plan, uint32_t threads);

/* Size of a store's memory, and begin with a new store there. */
size_t flow_store_bytes(const struct flow_store_plan *plan);
void flow_store_begin(const struct flow_store_plan *plan, void *memory);

/* The steps LOOK_UP, SCAN and CHANGE; work is called for each page. */
void flow_store_request(struct flow_thread *self, const struct flow_step *step,
			void (*work)(uint32_t turns));

#endif
