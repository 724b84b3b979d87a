/* SPDX-License-Identifier: MIT */
/* Paths of the two sides of a comparison on a command line. */
#ifndef TOOLS_CMD_SIDE_PATHS_H
#define TOOLS_CMD_SIDE_PATHS_H

#include <stdbool.h>

#include "lib/option/option.h"
#include "tools/compare/compare.h"

struct side_paths {
	struct comparison *comparison;  /* receives the runs */
	const char *option_names;       /* "--base and --new" */
	const char *side_names[SIDES];
	bool takes_more;                /* paths of the new side, in any number, need no option */
	bool is_named;                  /* an option selected a side */
	enum side side;                 /* of the next path */
};

/* Option callbacks for struct side_paths: the following paths belong to the base, or to the new
 * side. */
bool side_paths_name_base(void *to, const char *value, struct option_problem *problem);
bool side_paths_name_new(void *to, const char *value, struct option_problem *problem);

/* Operand callback for struct side_paths: add the runs at path to the side of the path. Without
 * options, the first path is the base and the second path is the new side. A third path needs a
 * struct that takes more; otherwise the callback returns false. If a path is unreadable, exits with
 * EXIT_USAGE and a message. */
bool side_paths_add(void *to, const char *path, struct option_problem *problem);

/* Like side_paths_add(), for the operands after "--". Exits with a message for a third path, or a
 * side without runs. */
void side_paths_complete(struct side_paths *paths, char **items);

/* Print the command that compares saved runs although they are not comparable: "bareline COMMAND
 * --force --OPTION PATH...". */
void side_paths_print_force(const struct comparison *comparison, const char *command,
			  const char *const options[SIDES]);

/* Print the command that shows a comparison in a form, such as its whole table: "FORM: bareline
 * COMMAND --OPTION PATH...". */
void side_paths_print_form(const char *form, const struct comparison *comparison,
			   const char *command, const char *const options[SIDES]);

#endif
