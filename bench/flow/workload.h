/* SPDX-License-Identifier: MIT */
/* Shared by the benchmarks of interactions. Each sample runs a script, timed from the user's last
 * action to the end of everything that it caused. The last run's recording is written to the log at
 * the end of the point. */
#ifndef BENCH_FLOW_WORKLOAD_H
#define BENCH_FLOW_WORKLOAD_H

#include "bench/benchmark.h"
#include "bench/flow/script.h"

#define WORKLOAD_RING_EVENTS 2048       /* per CPU; enough for any script of fixed size */

/* Axes: recorder, number of CPUs, and the device of the disk or serial line (real.h). Also the
 * recorder axis alone, and the values of the CPU axis: 1 and 2. */
enum {WORKLOAD_AXIS_RECORDER, WORKLOAD_AXIS_CPUS};
extern const struct axis workload_disk_axes[], workload_line_axes[], workload_recorder_axes[];
size_t workload_cpus(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX]);

/* Setup function of a benchmark with workload_disk_axes or workload_line_axes. Its variant is the
 * script. */
int workload_set_up(struct bench_ctx *ctx);

/* Setup for benchmarks that make script and run themselves. Adds the point's devices. */
int workload_open(struct bench_ctx *ctx, const struct flow_run *run);

/* Sample function of all benchmarks that call workload_set_up or workload_open. */
int workload_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX]);
void workload_tear_down(struct bench_ctx *ctx);

/* How a script's run in a process differs from its run on bare metal. */
#define WORKLOAD_DIFFERS_HOSTED \
	"an action is a write to a pipe, a message passes through a pipe or socket, and the " \
	"system schedules a process's threads"

/* A terminal on a serial line: ten bits at 115200 baud. */
#define WORKLOAD_CHARACTER_US 87

/* A keystroke and its echo: bench/flow/echo.c. */
extern const struct flow_script workload_echo;

/* Terminal and shell, and their handling of a command: bench/flow/command.c. */
extern const struct flow_script workload_command;

#endif
