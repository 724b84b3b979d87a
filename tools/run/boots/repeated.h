/* SPDX-License-Identifier: MIT */
/* The same machine booted several times: what a figure is from boot to boot. */
#ifndef TOOLS_RUN_BOOTS_REPEATED_H
#define TOOLS_RUN_BOOTS_REPEATED_H

#include "tools/run/options.h"

/* Boot run->runs times, each into a directory of its own within that which run->output says, and
 * show each figure's median of all boots with its interval between them. Returns the exit status:
 * that of the first boot that failed, after which there is none. */
int repeated_run(const struct run_options *run);

#endif
