/* SPDX-License-Identifier: MIT */
/* Threads' requests to a script's store (bench/flow/paged_store.h). */
#ifndef LINUX_FLOW_STORE_H
#define LINUX_FLOW_STORE_H

#include "linux/flow/thread.h"

/* flow_store_bytes() returns the size of the memory for a store, aligned to 8 bytes.
 * flow_store_begin() begins with a new store in such memory. */
size_t flow_store_bytes(const struct flow_store_plan *plan);
void flow_store_begin(const struct flow_store_plan *plan, void *memory);

/* Execute a store request for the running thread. work() executes the given number of iterations,
 * once for each page. A missing or wrong row ends the run with -EIO. */
void flow_store_request(struct flow_thread *self, const struct flow_step *step,
			void (*work)(uint32_t turns));

#endif
