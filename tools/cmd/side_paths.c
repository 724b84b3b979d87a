/* Two paths need no option to say which is which; more do. */
#include "tools/cmd/side_paths.h"

#include <err.h>
#include <stdlib.h>

#include "tools/cmd/commands.h"

void side_paths_name(struct side_paths *paths, enum side side)
{
	paths->is_named = true;
	paths->side = side;
}

void side_paths_parse(struct side_paths *paths, struct comparison *comparison, const char *path)
{
	if (!paths->is_named && comparison->sides[NEW].count > 0)
		errx(EXIT_USAGE, "'%s': a third path; %s name sides of several", path,
		     paths->option_names);
	if (!compare_add(comparison, paths->side, path))
		exit(EXIT_USAGE);
	if (!paths->is_named)
		paths->side = NEW;
}
