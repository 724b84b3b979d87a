/* SPDX-License-Identifier: MIT */
/* Users who act on their own, as a script's load plan says: each thinks, acts, and, unless the
 * load is open, waits until all that the act brought about is done. */
#ifndef KERNEL_FLOW_LOAD_H
#define KERNEL_FLOW_LOAD_H

#include <stdbool.h>

#include "bench/flow/script.h"
#include "kernel/flow/record.h"

/* Let the users of a plan, which stays, begin to think. Boot CPU, after flow_threads_begin, without
 * the lock; what goes wrong later is noted by flow_add_error. */
void flow_load_begin(const struct flow_load_plan *plan);

/* Whether there are users, and not too many acts of theirs for a run. */
bool flow_load_is_possible(const struct flow_load_plan *plan);

/* The sub-task is done. If it was the last of its interaction its user is told, who thinks then.
 * Under the lock. */
void flow_load_done(struct flow_task *task);

#endif
