/* SPDX-License-Identifier: MIT */
/* The images that this program boots. */
#ifndef TOOLS_RUN_BOOT_OWN_FILE_H
#define TOOLS_RUN_BOOT_OWN_FILE_H

/* Where the file of that name is: in the directory that this program is in, as a build leaves it,
 * or else where `make install` puts images. If in neither, it is the former. The caller frees
 * it. */
char *own_file(const char *name);

/* Both places, for messages. The caller frees it. */
char *own_file_places_text(const char *name);

/* End the program with EXIT_USAGE, and say what makes the file, if it is not there; option names
 * another in its place, or is NULL. */
void own_file_require(const char *name, const char *option);

#endif
