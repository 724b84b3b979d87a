/* SPDX-License-Identifier: MIT */
/* Built files that this program boots. */
#ifndef TOOLS_RUN_BOOT_OWN_FILE_H
#define TOOLS_RUN_BOOT_OWN_FILE_H

/* Returns the path of a built file, to be freed: in the directory of this program, which is that of
 * a build, or else in the directory of `make install`. If neither has the file, the path is in the
 * directory of this program. */
char *own_file(const char *name);

/* Returns both paths of the file, for messages, to be freed. */
char *own_file_places_text(const char *name);

/* If the file is unreadable, exit with EXIT_USAGE and a message that tells how to build the file.
 * option selects another file, or is NULL. */
void own_file_require(const char *name, const char *option);

#endif
