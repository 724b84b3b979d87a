/* SPDX-License-Identifier: MIT */
/* Built files that this program boots. */
#ifndef TOOLS_RUN_BOOT_OWN_FILE_H
#define TOOLS_RUN_BOOT_OWN_FILE_H

/* Path of a built file, to be freed: in this program's directory, as in a build, else where `make
 * install` puts images. If the file does not exist, the path is that of this program's
 * directory. */
char *own_file(const char *name);

/* Both places, for messages. To be freed. */
char *own_file_places_text(const char *name);

/* If the file is unreadable, exit with EXIT_USAGE and a message that tells how to build it. option
 * selects another file, or is NULL. */
void own_file_require(const char *name, const char *option);

#endif
