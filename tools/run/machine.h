/* SPDX-License-Identifier: MIT */
/* One run of the image, or of Linux, in QEMU, from start to end. */
#ifndef TOOLS_RUN_MACHINE_H
#define TOOLS_RUN_MACHINE_H

#include "tools/run/options.h"

/* Boot what the options say, follow it, show its results, keep them, and compare them with the
 * baseline if there is one. Returns the exit status; what can't be begun is said and ends the
 * program. */
int run_machine(struct run_options *run);

#endif
