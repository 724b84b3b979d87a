/* SPDX-License-Identifier: MIT */
/* `bareline-linux watch`: the event latencies of any interactive program. */
#ifndef LINUX_WATCH_WATCH_H
#define LINUX_WATCH_WATCH_H

#include "bench/benchmark.h"

/* Prepare to watch a program, whose arguments end with NULL; they must stay valid. keys is a file
 * with an input script. With NULL, a person types. With on_display, an X server delivers the keys.
 * Returns the list of benchmarks that run the program and write its records, or NULL after printing
 * the cause. */
const struct benchmark *const *watch_prepare(char *const *arguments, const char *keys,
					     bool on_display);

#endif
