/* SPDX-License-Identifier: MIT */
/* The run to compare with when nobody names one: the last of the same kind. */
#ifndef TOOLS_COMPARE_LAST_RUN_H
#define TOOLS_COMPARE_LAST_RUN_H

#include "tools/compare/compare.h"

/* Where `bareline run` leaves runs that are not told where. */
#define LAST_RUN_DIRECTORY "results"

/* Add to the new side the run in directory that was begun last. On failure says why and returns
 * false. */
bool last_run_add_new(struct comparison *comparison, const char *directory);

/* The new side has one run, which is in a directory of its own: add to the base the last one that
 * was begun before it, lies beside it, and is of the same machine, time base and suite, so that
 * nothing speaks against the comparison. Says on standard error which it is. On failure, when there
 * is none, says why and returns false. */
bool last_run_add_base(struct comparison *comparison);

#endif
