/* SPDX-License-Identifier: MIT */
/* The comparison of a run's exact metrics with a baseline. */
#ifndef TOOLS_RUN_BASELINE_CHECK_H
#define TOOLS_RUN_BASELINE_CHECK_H

#include "tools/results/baseline.h"
#include "tools/run/request.h"

/* Compare the metrics of a finished run with the baseline, which is consumed, or with --update
 * write them to it. status is the run's exit status, paths its directories, one per boot. An
 * invalid run is compared, to show all problems at once, and never written. An incomplete run is
 * neither compared nor written. Returns the exit status. */
int baseline_check(const struct run_request *run, struct baseline *base, char *const *paths,
		   int status);

#endif
