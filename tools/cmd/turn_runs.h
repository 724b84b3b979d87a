/* SPDX-License-Identifier: MIT */
/* RUN-OPTIONs of commands that boot both sides of a comparison themselves. */
#ifndef TOOLS_CMD_TURN_RUNS_H
#define TOOLS_CMD_TURN_RUNS_H

#include "lib/text/patterns.h"
#include "tools/run/options.h"

/* What is worth counting in instructions: memory is flat then, and long chases take minutes to show
 * it. */
extern const struct patterns turn_runs_exact_benches;

/* Set run up for boots in turn, of the benches (NULL: those of the suite), and parse count options
 * of `bareline run` at argv + 1, which count most. What is wrong is said and ends the program. */
void turn_runs_parse(struct run_options *run, const struct patterns *benches, bool deterministic,
		     int count, char **argv);

#endif
