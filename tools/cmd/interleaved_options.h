/* SPDX-License-Identifier: MIT */
/* RUN-OPTIONs of commands that boot both sides of a comparison. */
#ifndef TOOLS_CMD_INTERLEAVED_OPTIONS_H
#define TOOLS_CMD_INTERLEAVED_OPTIONS_H

#include "lib/text/patterns.h"
#include "tools/run/request.h"

/* Benchmarks that are useful in instructions. Memory benchmarks are not: their curves are flat, and
 * long chases take minutes. */
extern const struct patterns interleaved_options_exact_benches;

/* Set run up for interleaved boots of the benches (NULL: those of the suite), and parse count
 * options of `bareline run` at argv + 1, which take precedence. Exits with a message after an
 * error. */
void interleaved_options_parse(struct run_request *run, const struct patterns *benches,
			       bool deterministic, int count, char **argv);

#endif
