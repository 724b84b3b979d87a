/* SPDX-License-Identifier: MIT */
/* A set of loaded runs: repeated boots, or the history of a machine. */
#ifndef TOOLS_COMPARE_COMPARED_RUNS_H
#define TOOLS_COMPARE_COMPARED_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/analysis/analysis.h"
#include "tools/results/baseline.h"

struct compared_run {
	char *path;                     /* printable */
	struct result *result;
	struct analysis *analysis;
	struct baseline *baseline;      /* the file that it was read from; NULL: another kind */
	char *began;                    /* start time, as sortable text: of manifest, target or
					 * file; NULL: unknown */
};

struct compared_runs {
	struct compared_run *items;
	size_t count;
	struct compared_run *left_out;  /* not comparable with the other runs: see
					 * unstable_timing.h */
	size_t left_out_count;
};

/* Add the run at path, or all runs of a directory of run directories, in natural order of their
 * names. Each gets the analysis of analysis_new_quick. On failure, prints the cause and returns
 * false. */
bool compared_runs_add(struct compared_runs *runs, const char *path);

/* Add the run of a baseline, whose contents move to it. */
void compared_runs_add_baseline(struct compared_runs *runs, const char *path,
				struct baseline *baseline);

/* Read a baseline's run again. Units and timing overhead, which are not in the baseline's file, are
 * those of another run with the same metrics. Nothing may refer to the result that was read
 * first. */
void compared_run_complete_baseline(struct compared_run *run, const struct compared_run *like);

/* The conditions and notes on which a run's metrics depend, as in a baseline. Those of the host
 * come from manifest.json in the run's directory. The caller frees them. */
struct baseline compared_run_conditions(const struct compared_run *run);

/* Add the runs of all paths; NULL ends the array. */
bool compared_runs_add_all(struct compared_runs *runs, char **paths);

/* Like compared_runs_add_all(), but also searches subdirectories of run directories. If all runs of
 * a path have a time, orders them by time. Logs without records are skipped with a message. If
 * there is no run, returns false. */
bool compared_runs_add_deep(struct compared_runs *runs, char **paths);

/* Move the runs of more to the end of runs; more is empty afterwards. */
void compared_runs_join(struct compared_runs *runs, struct compared_runs *more);

/* Free the runs' contents, but not their array. */
void compared_runs_clear(struct compared_runs *runs);

void compared_runs_free(struct compared_runs *runs);

#endif
