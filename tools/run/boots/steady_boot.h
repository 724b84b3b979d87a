/* SPDX-License-Identifier: MIT */
/* A boot that is repeated if its timing is too unstable for a comparison. */
#ifndef TOOLS_RUN_BOOTS_STEADY_BOOT_H
#define TOOLS_RUN_BOOTS_STEADY_BOOT_H

#define STEADY_RETRIES 2

/* boot writes a run to the directory and returns the exit status. */
struct steady_boot {
	int (*boot)(const void *context, const char *directory);
	const void *context;
};

/* Boot, and repeat up to STEADY_RETRIES times while null.timing is unstable
 * (tools/compare/unsteady.h), each time into another directory beside the first. *path is the
 * directory of the last boot, to be freed. Returns the exit status. The first failed boot ends
 * it. */
int steady_boot(const struct steady_boot *how, const char *directory, char **path);

#endif
