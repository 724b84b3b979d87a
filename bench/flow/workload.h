/* SPDX-License-Identifier: MIT */
/* What the benchmarks of interactions share: a script, run as often as samples are taken, timed
 * from the user's last action to the end of all that it brought about. What the last run recorded
 * goes into the log when the point is over. */
#ifndef BENCH_FLOW_WORKLOAD_H
#define BENCH_FLOW_WORKLOAD_H

#include "bench/benchmark.h"
#include "bench/flow/script.h"

#define WORKLOAD_RING_EVENTS 2048       /* of one CPU: more than those of a fixed size need */

/* Axes: how much is recorded, by how many CPUs the script is run, and what serves its disk, or its
 * serial line (real.h); the first alone; and the values of the second, 1 and 2. */
enum {WORKLOAD_AXIS_RECORDER, WORKLOAD_AXIS_CPUS};
extern const struct axis workload_disk_axes[], workload_line_axes[], workload_recorder_axes[];
size_t workload_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* For a benchmark with workload_disk_axes or workload_line_axes whose variant is its script. */
int workload_set_up(struct bench_ctx *ctx);

/* For those who have their script and run from elsewhere. What the point says of devices is
 * added. */
int workload_open(struct bench_ctx *ctx, const struct flow_run *run);

/* For all. */
int workload_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);
void workload_tear_down(struct bench_ctx *ctx);

/* A terminal on a serial line: ten bits at 115200 baud. */
#define WORKLOAD_CHARACTER_US 87

/* A keystroke and its echo: bench/flow/echo.c. */
extern const struct flow_script workload_echo;

/* The terminal, the shell and what they do with a command: bench/flow/command.c. */
extern const struct flow_script workload_command;

#endif
