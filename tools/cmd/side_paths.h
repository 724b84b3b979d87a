/* Paths on a command line, each of which belongs to one of the two sides that are compared. */
#ifndef TOOLS_CMD_SIDE_PATHS_H
#define TOOLS_CMD_SIDE_PATHS_H

#include <stdbool.h>

#include "tools/compare/compare.h"

struct side_paths {
	const char *option_names;       /* of the options that name a side: "--base and --new" */
	bool is_named;                  /* an option has named one */
	enum side side;                 /* that the next path belongs to */
};

/* An option names the side of the paths that follow. */
void side_paths_name(struct side_paths *paths, enum side side);

/* Add the runs at a path to its side. Without names the first path is the base's and the
 * second the new side's. What can't be read, and a third path, is said and ends the
 * program with EXIT_USAGE. */
void side_paths_parse(struct side_paths *paths, struct comparison *comparison, const char *path);

#endif
