/* SPDX-License-Identifier: MIT */
/* Default runs of a comparison: the latest run, and the latest earlier run that is comparable with
 * it. */
#ifndef TOOLS_COMPARE_LAST_RUN_H
#define TOOLS_COMPARE_LAST_RUN_H

#include "tools/compare/compare.h"

/* Default output directory of `bareline run`. */
#define LAST_RUN_DIRECTORY "results"

/* Add the latest run in directory to the new side. On failure, prints the cause and returns
 * false. */
bool last_run_add_new(struct comparison *comparison, const char *directory);

/* Add to the base the latest run before the new side's only run that is in the same parent
 * directory and of the same machine, time base and suite. Prints both to standard error. If there
 * is none, prints a message and returns false. */
bool last_run_add_base(struct comparison *comparison);

/* Among the ten earlier runs of the same parent directory, find the latest that is comparable with
 * the run at path. Print to standard error how many benchmarks have results in each of the two;
 * nothing if there is no such run. Warns if benchmarks of the earlier run are skipped now. If both
 * runs count instructions and are of different builds, prints how many metrics changed, and the
 * largest change. */
void last_run_report(const char *path);

#endif
