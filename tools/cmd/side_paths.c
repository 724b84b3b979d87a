/* SPDX-License-Identifier: MIT */
/* Two paths need no option for their side. More paths need one if any of them is of the base. */
#include "tools/cmd/side_paths.h"

#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

static bool side_paths_name(void *to, enum side side)
{
	struct side_paths *paths = to;

	paths->is_named = true;
	paths->side = side;
	return true;
}

bool side_paths_name_base(void *to, const char *value, struct option_problem *problem)
{
	(void)value;
	(void)problem;
	return side_paths_name(to, BASE);
}

bool side_paths_name_new(void *to, const char *value, struct option_problem *problem)
{
	(void)value;
	(void)problem;
	return side_paths_name(to, NEW);
}

bool side_paths_add(void *to, const char *path, struct option_problem *problem)
{
	struct side_paths *paths = to;

	if (!paths->is_named && !paths->takes_more && paths->comparison->sides[NEW].count > 0)
		return option_refuse(problem, "more than two paths; for several per side, use %s",
				     paths->option_names);
	if (!compare_add(paths->comparison, paths->side, path))
		exit(EXIT_USAGE);
	if (!paths->is_named)
		paths->side = NEW;
	return true;
}

void side_paths_complete(struct side_paths *paths, char **items)
{
	struct option_problem problem;

	for (; *items != NULL; items++) {
		if (!side_paths_add(paths, *items, &problem))
			errx(EXIT_USAGE, "'%s': %s", *items, problem.text);
	}
	for (enum side side = BASE; side < SIDES; side++) {
		if (paths->comparison->sides[side].count == 0)
			errx(EXIT_USAGE, "no run of %s; give a path for each side (see --help)",
			     paths->side_names[side]);
	}
}

/* Print "bareline COMMAND --OPTION PATH..." and a newline. */
static void side_paths_print_command(const struct comparison *comparison, const char *command,
				   const char *const options[SIDES])
{
	fprintf(stderr, "%s %s", program_invocation_name, command);
	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		fprintf(stderr, " --%s", options[side]);
		for (size_t i = 0; i < runs->count; i++)
			fprintf(stderr, " %s", runs->items[i].path);
	}
	fputc('\n', stderr);
}

void side_paths_print_force(const struct comparison *comparison, const char *command,
			  const char *const options[SIDES])
{
	char *forced = xasprintf("%s --force", command);

	fputs("The runs were saved. To compare them anyway:\n  ", stderr);
	side_paths_print_command(comparison, forced, options);
	free(forced);
}

void side_paths_print_form(const char *form, const struct comparison *comparison,
			   const char *command, const char *const options[SIDES])
{
	fprintf(stderr, "%s: ", form);
	side_paths_print_command(comparison, command, options);
}
