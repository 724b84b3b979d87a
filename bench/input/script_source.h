/* SPDX-License-Identifier: MIT */
/* The script given to the machine, if any: input.script plays it, and input.live takes its labels
 * for the host's input. */
#ifndef BENCH_INPUT_SCRIPT_SOURCE_H
#define BENCH_INPUT_SCRIPT_SOURCE_H

#include "bench/benchmark.h"
#include "bench/input/steps.h"

/* Read the script into memory from platform_map; without a script there are no steps. From setup.
 * Returns 0, or the result of bench_error or bench_skip. */
int script_source_read(struct bench_ctx *ctx, struct input_steps *steps);

#endif
