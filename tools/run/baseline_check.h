/* SPDX-License-Identifier: MIT */
/* Exact figures of a run set against those that were kept. */
#ifndef TOOLS_RUN_BASELINE_CHECK_H
#define TOOLS_RUN_BASELINE_CHECK_H

#include "tools/results/baseline.h"
#include "tools/run/options.h"

/* The run is over, good and in the directory: compare its figures with those kept, or keep them in
 * their place. Returns the exit status. */
int baseline_check(const struct run_options *run, const struct baseline *kept,
		   const char *directory);

#endif
