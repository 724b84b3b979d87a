/* SPDX-License-Identifier: MIT */
/* The boot's result is read from its directory, as a comparison does. */
#include "tools/run/boots/boot_until_stable.h"

#include <err.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/compare/unstable_timing.h"

/* An unreadable run counts as stable; its next reader prints the cause. */
static bool is_unstable(const char *directory)
{
	struct compared_runs runs = {0};
	bool unstable = compared_runs_add(&runs,
					  directory) && unstable_timing_affects(&runs.items[0]);

	compared_runs_free(&runs);
	return unstable;
}

int boot_until_stable(const struct boot_method *how, const char *directory, char **path)
{
	int status;

	*path = xstrdup(directory);
	status = how->boot(how->context, *path);
	for (int i = 1; i <= STABLE_BOOT_RETRIES && status == EXIT_GOOD && is_unstable(*path);
	     i++) {
		char *next = xasprintf("%s-retry-%d", directory, i);

		warnx("%s: null.timing is unstable; booting again (%d of at most %d): %s", *path, i,
		      STABLE_BOOT_RETRIES, next);
		free(*path);
		*path = next;
		status = how->boot(how->context, *path);
	}
	return status;
}
