/* SPDX-License-Identifier: MIT */
/* Judges a comparison and writes it to the terminal and to files. `bareline compare` and a run with
 * a baseline use it. */
#ifndef TOOLS_RUN_CHANGE_OUTPUT_H
#define TOOLS_RUN_CHANGE_OUTPUT_H

#include "tools/run/explained_change.h"
#include "tools/view/output.h"

struct change_output {
	const char *const *paths;       /* by format; NULL: not written */
	bool all;                       /* the text has unchanged metrics and all facts too */
	bool only_failure;              /* no text unless the comparison fails */
	/* Boot both sides to find the functions of each change. Prints a message if the functions
	 * do not add up to a change. */
	bool explains;
	const char *explain_directory;  /* of their results; NULL: results/TIMESTAMP */
	/* What is booted to explain; NULL: what the manifests of both sides name. */
	const struct explained_sides *sides;
};

/* Judge the metrics of a comparison after compare_make(), and write it. Completes report->judging,
 * whose threshold the caller sets. On failure, prints the cause and returns false. */
bool change_judge_and_write(struct comparison *comparison, struct change_report *report,
			    struct judging *judging, const struct change_output *output);

/* Write the files of a comparison that was not made: the reasons of the refusal, and the status of
 * the run if it failed, else 0. On failure, prints the cause and returns false. */
bool change_write_refused(const struct reasons *refused, int run_status,
			  const struct change_output *output);

#endif
