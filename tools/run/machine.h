/* SPDX-License-Identifier: MIT */
/* One run of the image or of Linux in QEMU, from start to end. */
#ifndef TOOLS_RUN_MACHINE_H
#define TOOLS_RUN_MACHINE_H

#include "tools/run/request.h"

/* Boot the machine of a complete request, follow it, print and save its results, and compare them
 * with the baseline if there is one. Returns the exit status. Exits with a message if the run
 * cannot start. */
int run_machine(const struct run_request *request);

#endif
