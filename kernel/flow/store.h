/* SPDX-License-Identifier: MIT */
/* Threads' requests to a script's store (bench/flow/paged_store.h). */
#ifndef KERNEL_FLOW_STORE_H
#define KERNEL_FLOW_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/flow/sched.h"

/* Memory that a store needs, aligned to 8 bytes. */
size_t flow_store_bytes(const struct flow_store_plan *plan);

/* Set up the store in memory of flow_store_bytes() bytes. The plan must stay valid. While nothing
 * runs. */
void flow_store_begin(const struct flow_store_plan *plan, void *memory);

/* Discard the store before its memory is freed. Call it while no thread runs. */
void flow_store_discard(void);

/* Execute a store request for the running thread. Call with the lock, which is released during work
 * and waits. work() executes the given number of iterations. A missing or wrong row adds the error
 * -EIO. */
void flow_store_request(struct flow_thread *self, const struct flow_step *step,
			void (*work)(struct flow_thread *self, uint32_t turns));

#endif
