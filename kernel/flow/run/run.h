/* SPDX-License-Identifier: MIT */
/* Runs of interactions: which of them this machine can make, and what the threads of one do. */
#ifndef KERNEL_FLOW_RUN_RUN_H
#define KERNEL_FLOW_RUN_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "kernel/flow/sched.h"

/* Whether its CPUs, nodes and objects are as many as there may be,
 * and its clocks what they can show. */
bool flow_run_is_possible(const struct flow_run *run);

/* Threads are of that run from now on, and what a step of any node made last, a sub-task, is kept
 * in made, which stays, unless that is NULL: those of the first node, then those of the next one.
 * Returns how many steps there are. Nothing runs. */
uint32_t flow_steps_begin(const struct flow_run *run, uint32_t *made);

/* What a thread does, for flow_threads_begin: with its node's lock held, and for ever. */
void flow_steps_follow(struct flow_thread *self);

#endif
