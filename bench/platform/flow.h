/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that runs and records interactions. */
#ifndef BENCH_PLATFORM_FLOW_H
#define BENCH_PLATFORM_FLOW_H

#include <stdint.h>

#include "bench/flow/script.h"

/* The serial line that may serve workloads: a port other than that of the results, by what the
 * machine calls it, as "com2". NULL if there is none; *lacking then says in a sentence what one
 * that is there lacks, and is NULL if there is no other port. It is looked for once. */
const char *platform_flow_line(const char **lacking);

/* Prepare runs of a script, until platform_flow_close. Their memory is the current scope's. Where
 * nodes are machines, wait until all are ready for this run; they have to prepare the same runs in
 * the same order. Returns 0, -ENOMEM, or -EINVAL for a script or a number of CPUs that can't be
 * had; or when platform_flow_problem says what is wrong: -ENODEV if there is no way to other
 * machines, -ETIMEDOUT if one does not come, -EBUSY if one is at another run, or another negative
 * errno of a real device. */
int platform_flow_open(const struct flow_run *run);

/* In a sentence, what a real device of the run, or another machine, did wrong since
 * platform_flow_open; NULL: nothing. */
const char *platform_flow_problem(void);

/* Run the script: all its actions, one when nothing is left to be done for the one before, or all
 * acts of its load. Stores how long the last action took, or an act on average, from the user's
 * action to the end of all that it brought about.
 * Returns 0, -ETIMEDOUT if an action or a CPU did not come, -EFAULT after an exception on another
 * CPU, -ENOMEM for too many actions or threads, or -EIO if an action was never done with, or
 * another machine failed. Where nodes are machines: on the first one, and to the end of what that
 * one does. */
int platform_flow_act(uint64_t *response_ticks);

/* On a machine that is a node but not the first: do its part in all runs that the first one makes.
 * Returns 0 when that has closed, -ETIMEDOUT if nothing was heard of it for long, or what
 * platform_flow_act would return. */
int platform_flow_serve(void);

/* Give back what is not memory, and write what the last run recorded, if it came to its end, under
 * a name. Outside the isolated section. */
void platform_flow_close(const char *name);

/* Record so many events, at most ring_events, of a sub-task that there is for nothing else. Between
 * platform_flow_open and the next platform_flow_act. */
void platform_flow_record(uint64_t events);

#endif
