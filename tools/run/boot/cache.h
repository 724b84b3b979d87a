/* SPDX-License-Identifier: MIT */
/* The directory for what a boot yields once and later commands read: kernel symbols, machines. */
#ifndef TOOLS_RUN_BOOT_CACHE_H
#define TOOLS_RUN_BOOT_CACHE_H

/* Create the directory if needed: bareline in XDG_CACHE_HOME, or in ~/.cache. Returns its path, to
 * be freed. If nothing can be written there, prints the cause with `what` and returns NULL. */
char *cache_directory(const char *what);

#endif
