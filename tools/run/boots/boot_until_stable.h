/* SPDX-License-Identifier: MIT */
/* A boot that is repeated if its timing is too unstable for a comparison. */
#ifndef TOOLS_RUN_BOOTS_BOOT_UNTIL_STABLE_H
#define TOOLS_RUN_BOOTS_BOOT_UNTIL_STABLE_H

#define STABLE_BOOT_RETRIES 2

/* boot writes a run to the directory and returns the exit status. */
struct boot_method {
	int (*boot)(const void *context, const char *directory);
	const void *context;
};

/* Boot. While null.timing is unstable (tools/compare/unstable_timing.h), boot again, up to
 * STABLE_BOOT_RETRIES times, each time into another directory. A failed boot ends the repetition.
 * *path is the directory of the last boot, to be freed. Returns the exit status. */
int boot_until_stable(const struct boot_method *how, const char *directory, char **path);

#endif
