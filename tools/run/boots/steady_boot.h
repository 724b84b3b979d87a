/* SPDX-License-Identifier: MIT */
/* A boot of several, made again when its figures can't be set beside those of the others. */
#ifndef TOOLS_RUN_BOOTS_STEADY_BOOT_H
#define TOOLS_RUN_BOOTS_STEADY_BOOT_H

#define STEADY_RETRIES 2

/* How the machine is booted: leaves a run in the directory, and returns the exit status. */
struct steady_boot {
	int (*boot)(const void *context, const char *directory);
	const void *context;
};

/* Boot; and again, at most STEADY_RETRIES times, as long as null.timing of what came of it spreads
 * too far (tools/compare/unsteady.h), each time into a directory beside the first, which is said.
 * The directory of the last boot is kept in *path, to be freed. Returns the exit status: not
 * EXIT_GOOD as soon as a boot fails. */
int steady_boot(const struct steady_boot *how, const char *directory, char **path);

#endif
