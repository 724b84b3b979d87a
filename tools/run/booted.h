/* SPDX-License-Identifier: MIT */
/* The files that a run boots, checked before it starts. A file that is missing or invalid is named
 * on standard error, and the program exits with EXIT_USAGE. */
#ifndef TOOLS_RUN_BOOTED_H
#define TOOLS_RUN_BOOTED_H

#include <jansson.h>

#include "tools/run/options.h"

/* The only program of a Linux run, by its name for own_file(). */
#define BOOTED_LINUX_PROGRAM "bareline-linux-static"

/* Built files that a run boots; NULL for those that it does not boot. */
struct booted_files {
	char *image, *init, **modules;
};

/* Fill in these files in completed options where the user named none, and remove them again. */
void booted_files_name(struct run_options *run, struct booted_files *files);
void booted_files_free(struct run_options *run, struct booted_files *files);

/* Check all files and programs that the run needs, and the paths of files written at its end. The
 * options must be complete. */
void booted_check(const struct run_options *run);

/* Returns a manifest that describes the booted files, which are read for it. The options must be
 * complete and name all files. */
json_t *booted_describe(const struct run_options *run);

#endif
