/* SPDX-License-Identifier: MIT */
/* The files that a run boots, looked at before anything is begun. What is wrong with one is said,
 * by name, and ends the program with EXIT_USAGE. */
#ifndef TOOLS_RUN_BOOTED_H
#define TOOLS_RUN_BOOTED_H

#include <jansson.h>

#include "tools/run/options.h"

/* The one program of Linux's machine, as own_file() takes it. */
#define BOOTED_LINUX_PROGRAM "bareline-linux-static"

/* Files of this program's own that a run boots; of those that it does not boot NULL. */
struct booted_files {
	char *image, *init, **modules;
};

/* Name them in the options, which are complete, where the user named none; and take them out
 * again. */
void booted_files_name(struct run_options *run, struct booted_files *files);
void booted_files_free(struct run_options *run, struct booted_files *files);

/* Look at all that the run needs before anything is booted: what it boots, by what, and where files
 * go that are written at its end. The options are complete. */
void booted_check(const struct run_options *run);

/* A manifest that tells what is booted, which is looked at for that. The options are complete, and
 * name the files. */
json_t *booted_describe(const struct run_options *run);

#endif
