/* SPDX-License-Identifier: MIT */
/* Paths on a command line, each of which belongs to one of the two sides that are compared. */
#ifndef TOOLS_CMD_SIDE_PATHS_H
#define TOOLS_CMD_SIDE_PATHS_H

#include <stdbool.h>

#include "lib/option/option.h"
#include "tools/compare/compare.h"

struct side_paths {
	struct comparison *comparison; /* takes the runs */
	const char *option_names;       /* of the options that name a side: "--base and --new" */
	const char *side_names[SIDES];
	bool is_named;                  /* an option has named one */
	enum side side;                 /* that the next path belongs to */
};

/* For options whose destination is a struct side_paths: the paths that follow are the base's, or
 * the new side's. */
bool side_paths_name_base(void *to, const char *value, struct option_problem *problem);
bool side_paths_name_new(void *to, const char *value, struct option_problem *problem);

/* For operands whose destination is a struct side_paths: add the runs at a path to its side.
 * Without names the first path is the base's and the second the new side's. False, with the reason,
 * for a third path; what can't be read is said and ends the program with EXIT_USAGE. */
bool side_paths_add(void *to, const char *path, struct option_problem *problem);

/* The same for the paths after "--", which the parser gives back; a third one ends the program, and
 * so does a side without runs. */
void side_paths_complete(struct side_paths *paths, char **items);

/* Say on standard error how the runs that a command made, and then refused to compare, are compared
 * all the same: "bareline COMMAND --force --OPTION PATH...". */
void side_paths_say_force(const struct comparison *comparison, const char *command,
			  const char *const options[SIDES]);

/* The same of runs that were compared, whose whole table that shows. */
void side_paths_say_table(const struct comparison *comparison, const char *command,
			  const char *const options[SIDES]);

#endif
