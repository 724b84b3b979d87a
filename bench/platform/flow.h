/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that runs and records interactions. */
#ifndef BENCH_PLATFORM_FLOW_H
#define BENCH_PLATFORM_FLOW_H

#include <stdint.h>

#include "bench/flow/script.h"

/* Name of the serial line for workloads, such as "com2", for a port that carries no results.
 * Returns NULL if there is none. *missing is then the reason, or NULL if the machine has no such
 * port. The result is cached. */
const char *platform_flow_line(const char **missing);

/* Prepare runs of a script, until platform_flow_close. Memory comes from the current scope. If
 * nodes are machines, wait until all are ready for this run; they must prepare the same runs in the
 * same order. Returns 0, -ENOMEM, or -EINVAL for an unsupported script or number of CPUs. Other
 * errors have a text in platform_flow_problem: -ENOTSUP if a process lacks something that the run
 * needs, -ENODEV without a link to other machines, -ETIMEDOUT if a machine does not answer,
 * -EBUSY if one takes part in another run, or a negative errno of a real device. */
int platform_flow_open(const struct flow_run *run);

/* Failure of a real device or another machine since platform_flow_open, as text; NULL: none. */
const char *platform_flow_problem(void);

/* Run the script: all acts of its load, or all its actions, each after the previous action is
 * finished. Stores the response time of the last action, or the mean over all acts, from the user's
 * action to the end of everything that it caused. Returns 0; -ETIMEDOUT if an action or a CPU did
 * not arrive; -EFAULT after an exception on another CPU; -ENOMEM for too many actions or threads;
 * or -EIO if an action did not finish or another machine failed. If nodes are machines, only the
 * first machine calls this function, and the response ends with the first machine's part of the
 * work. */
int platform_flow_act(uint64_t *response_ticks);

/* On a machine that is another node: take part in all runs of the first machine. Returns 0 when the
 * first machine has closed, -ETIMEDOUT if it is silent for long, or an error of
 * platform_flow_act. */
int platform_flow_serve(void);

/* Release everything but memory, and write the recording of the last finished run under a name. Not
 * in the isolated section. */
void platform_flow_close(const char *name);

/* Record that number of events, a multiple of 4 and at most ring_events, of a sub-task of their
 * own. Between platform_flow_open and the next platform_flow_act. */
void platform_flow_record(uint64_t events);

#endif
