/* SPDX-License-Identifier: MIT */
/* Runs of interactions: which runs are possible on this machine, and what their threads execute. */
#ifndef KERNEL_FLOW_RUN_RUN_H
#define KERNEL_FLOW_RUN_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* Whether the numbers of CPUs, nodes, objects and acts are within limits, the store is valid, and
 * the clocks' times are possible. A run of several nodes must not be metered. */
bool flow_run_is_possible(const struct flow_run *run);

/* Set the run that threads execute. Unless made is NULL, each step's latest sub-task is stored in
 * made, which must stay valid. Node 0's steps come first, then those of the other nodes in order.
 * Returns the number of steps. Call while nothing runs. */
uint32_t flow_steps_begin(const struct flow_run *run, uint32_t *made);

/* Body of a thread for flow_threads_begin. Executes the thread's script forever. Called with the
 * lock of the thread's node. */
void flow_steps_follow(struct flow_thread *self);

#endif
