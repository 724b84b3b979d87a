/* SPDX-License-Identifier: MIT */
/* The comparison of a run's exact metrics with a baseline. */
#ifndef TOOLS_RUN_BASELINE_CHECK_H
#define TOOLS_RUN_BASELINE_CHECK_H

#include "tools/results/baseline.h"
#include "tools/run/request.h"

/* Compare the metrics of a finished run with the baseline, which is consumed. With --update, write
 * the metrics to the baseline instead. status is the exit status of the run. paths has the
 * directories of the run, one per boot. An invalid run is compared, but never written. An
 * incomplete run is neither compared nor written. Returns the exit status. */
int baseline_check(const struct run_request *run, struct baseline *base, char *const *paths,
		   int status);

#endif
