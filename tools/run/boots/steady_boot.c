/* SPDX-License-Identifier: MIT */
/* What came of a boot is read from its directory, as a comparison will. */
#include "tools/run/boots/steady_boot.h"

#include <err.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/compare/unsteady.h"

/* One that can't be read is not: who reads it next says why. */
static bool is_unsteady(const char *directory)
{
	struct compared_runs runs = {0};
	bool unsteady = compared_runs_add(&runs, directory) && unsteady_is(&runs.items[0]);

	compared_runs_free(&runs);
	return unsteady;
}

int steady_boot(const struct steady_boot *how, const char *directory, char **path)
{
	int status;

	*path = xstrdup(directory);
	status = how->boot(how->context, *path);
	for (int i = 1; i <= STEADY_RETRIES && status == EXIT_GOOD && is_unsteady(*path); i++) {
		char *next = xasprintf("%s-again-%d", directory, i);

		warnx("%s: null.timing is unstable; booting again (%d of at most %d): %s", *path, i,
		      STEADY_RETRIES, next);
		free(*path);
		*path = next;
		status = how->boot(how->context, *path);
	}
	return status;
}
