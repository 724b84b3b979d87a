/* SPDX-License-Identifier: MIT */
/* Simulated users of a script's load plan. Each user thinks and acts. Under closed load the user
 * then waits until the interaction of the act is complete. */
#ifndef KERNEL_FLOW_LOAD_H
#define KERNEL_FLOW_LOAD_H

#include <stdbool.h>

#include "bench/flow/script.h"
#include "kernel/flow/record.h"

/* Start the users of a plan, which must stay valid. Boot CPU, after flow_threads_begin, without the
 * lock. Later errors go to flow_add_error. */
void flow_load_begin(const struct flow_load_plan *plan);

/* Whether there are users whose acts do not exceed a run's limit. */
bool flow_load_is_possible(const struct flow_load_plan *plan);

/* A sub-task is complete. If it was the last one of its interaction, the user starts to think. With
 * the lock. */
void flow_load_done(struct flow_task *task);

#endif
