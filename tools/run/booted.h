/* SPDX-License-Identifier: MIT */
/* The files that a run boots, looked at before anything is begun. What is wrong with one is said,
 * by name, and ends the program with EXIT_USAGE. */
#ifndef TOOLS_RUN_BOOTED_H
#define TOOLS_RUN_BOOTED_H

#include <jansson.h>

#include "tools/run/options.h"

/* The one program of Linux's machine, as own_file() takes it. */
#define BOOTED_LINUX_PROGRAM "bareline-linux-static"

/* What the run boots unless a file is named, as own_file() takes it. */
const char *booted_image_name(const struct run_options *run);

void booted_require(const char *path);

/* A manifest that tells what is booted, which is looked at for that. The options are complete. */
json_t *booted_describe(const struct run_options *run);

/* Look at all that options, not yet completed, name for boots of Linux: before the first of
 * several. */
void booted_check_linux(const struct run_options *run);

#endif
