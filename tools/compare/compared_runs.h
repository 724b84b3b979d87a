/* SPDX-License-Identifier: MIT */
/* Several runs read at once: repeated boots, or the history of a machine. */
#ifndef TOOLS_COMPARE_COMPARED_RUNS_H
#define TOOLS_COMPARE_COMPARED_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/analysis.h"

struct compared_run {
	char *path;                     /* printable, to name it by */
	struct result *result;
	struct analysis *analysis;
	char *began; /* when, as text that sorts by time; NULL when that is not known */
};

struct compared_runs {
	struct compared_run *items;
	size_t count;
	struct compared_run *left_out;  /* that can't be set beside these: see unstable_timing.h */
	size_t left_out_count;
};

/* Add the run at path, or, when path is a directory of runs' directories, all of them by name,
 * numbers in it by value, each with as much of its analysis as analysis_new_quick makes. On failure
 * says why and returns false. */
bool compared_runs_add(struct compared_runs *runs, const char *path);

/* The same for each of the paths, which NULL ends. */
bool compared_runs_add_all(struct compared_runs *runs, char **paths);

/* The same, and in a directory of runs' directories the runs of directories of such, too, at the
 * place of these. */
bool compared_runs_add_deep(struct compared_runs *runs, char **paths);

/* Free what the runs hold, but not their array. */
void compared_runs_clear(struct compared_runs *runs);

void compared_runs_free(struct compared_runs *runs);

#endif
