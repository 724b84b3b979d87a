/* SPDX-License-Identifier: MIT */
/* Exact figures of a run set against those that were kept. */
#ifndef TOOLS_RUN_BASELINE_CHECK_H
#define TOOLS_RUN_BASELINE_CHECK_H

#include "tools/results/baseline.h"
#include "tools/run/options.h"

/* The run is over, with that exit status, and in the directories, one a boot: compare its figures
 * with those kept, or keep them in their place if the run is good. One that is invalid is compared
 * all the same, since what is wrong with it may not be all; one that is incomplete is not. Returns
 * the exit status. */
int baseline_check(const struct run_options *run, const struct baseline *kept, char *const *paths,
		   int status);

#endif
