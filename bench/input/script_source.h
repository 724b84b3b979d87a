/* SPDX-License-Identifier: MIT */
/* The script that the machine was given, if it was: for input.script to follow, and for input.live
 * to call by their names what the host types. */
#ifndef BENCH_INPUT_SCRIPT_SOURCE_H
#define BENCH_INPUT_SCRIPT_SOURCE_H

#include "bench/benchmark.h"
#include "bench/input/steps.h"

/* Read it into memory that platform_map gives and takes back. No script gives no steps. From setup.
 * Returns 0, or what bench_error or bench_skip returned. */
int script_source_read(struct bench_ctx *ctx, struct input_steps *steps);

#endif
