/* SPDX-License-Identifier: MIT */
/* The files that a run boots, checked before it starts. A file that is missing or invalid is named
 * on standard error, and the program exits with EXIT_USAGE. */
#ifndef TOOLS_RUN_BOOTED_H
#define TOOLS_RUN_BOOTED_H

#include <jansson.h>

#include "tools/run/boot.h"

/* Check all files and programs that the run needs, and the paths of files that are written at the
 * end of the run. The request must be complete. */
void booted_check(const struct run_request *request);

/* Returns a manifest that describes the booted files, which are read for it. */
json_t *booted_describe(const struct boot *boot);

#endif
