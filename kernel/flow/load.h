/* SPDX-License-Identifier: MIT */
/* Simulated users of a script's load plan. Each thinks and acts; under closed load it then waits
 * until its act's interaction is complete. */
#ifndef KERNEL_FLOW_LOAD_H
#define KERNEL_FLOW_LOAD_H

#include <stdbool.h>

#include "bench/flow/script.h"
#include "kernel/flow/record.h"

/* Start the users of a plan, which must stay valid. Boot CPU, after flow_threads_begin, without the
 * lock. Later errors go to flow_add_error. */
void flow_load_begin(const struct flow_load_plan *plan);

/* Whether there are users, and their acts do not exceed a run's limit. */
bool flow_load_is_possible(const struct flow_load_plan *plan);

/* A sub-task is complete. If it was its interaction's last, the user starts thinking. With the
 * lock. */
void flow_load_done(struct flow_task *task);

#endif
