/* SPDX-License-Identifier: MIT */
/* The cache: kernel symbols and states of machines, which one boot writes and later commands
 * read. */
#ifndef TOOLS_RUN_BOOT_CACHE_H
#define TOOLS_RUN_BOOT_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/* Create the directory if needed: bareline in XDG_CACHE_HOME, or in ~/.cache. Returns its path, to
 * be freed. If nothing can be written there, prints the cause with `what` and returns NULL. */
char *cache_directory(const char *what);

/* Whether a path is a file of this user that no other user can write. */
bool cache_is_own(const char *path);

/* Remove the oldest files whose names begin with the prefix, until the others have at most
 * bytes_max together. The newest file stays in any case. */
void cache_bound(const char *directory, const char *prefix, uint64_t bytes_max);

#endif
