/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that runs and records interactions. */
#ifndef BENCH_PLATFORM_FLOW_H
#define BENCH_PLATFORM_FLOW_H

#include <stdint.h>

#include "bench/flow/script.h"

/* Prepare runs of a script, until platform_flow_close. Their memory is the current scope's. Returns
 * 0, -ENOMEM, or -EINVAL for a script or a number of CPUs that can't be had. */
int platform_flow_open(const struct flow_run *run);

/* Run the script: all its actions, one when nothing is left to be done for the one before. Stores
 * how long the last one took, from the user's action to the end of all that it brought about.
 * Returns 0, -ETIMEDOUT if an action or a CPU did not come, -EFAULT after an exception on another
 * CPU, -ENOMEM for too many actions or threads, or -EIO if an action was never done with. */
int platform_flow_act(uint64_t *response_ticks);

/* Give back what is not memory, and write what the last run recorded, if it came to its end, under
 * a name. Outside the quiet section. */
void platform_flow_close(const char *name);

/* Record so many events, at most ring_events, of a sub-task that there is for nothing else. Between
 * platform_flow_open and the next platform_flow_act. */
void platform_flow_record(uint64_t events);

#endif
