/* SPDX-License-Identifier: MIT */
/* The root of another system as a tar archive, such as `docker export` writes. */
#ifndef TOOLS_RUN_COUNT_ROOT_ARCHIVE_H
#define TOOLS_RUN_COUNT_ROOT_ARCHIVE_H

#include <stdbool.h>

/* Whether a path is a file, and so an archive instead of a directory. */
bool root_archive_is_at(const char *path);

/* Unpack an archive, in any compression that tar recognises, to a new temporary directory that only
 * this user can reach. Devices are left out. Returns the directory, to be freed; NULL on failure,
 * with the cause printed. */
char *root_archive_unpack(const char *path);

/* Remove the directory with all files. */
void root_archive_remove(const char *directory);

#endif
