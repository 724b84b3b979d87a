/* SPDX-License-Identifier: MIT */
/* Repeated boots of one machine. */
#ifndef TOOLS_RUN_BOOTS_REPEATED_H
#define TOOLS_RUN_BOOTS_REPEATED_H

#include "tools/run/request.h"

/* Boot run->runs times, each into its own directory in run->output, and print each metric's median
 * with its interval between boots. The first failed boot ends it. Returns its exit status, or
 * EXIT_GOOD. */
int repeated_run(const struct run_request *run);

#endif
