/* SPDX-License-Identifier: MIT */
/* The images that this program boots. */
#ifndef TOOLS_RUN_BOOT_OWN_FILE_H
#define TOOLS_RUN_BOOT_OWN_FILE_H

/* Where the file of that name is: in the directory that this program is in, as a build leaves it,
 * or else where `make install` puts images. If in neither, it is the former. The caller frees
 * it. */
char *own_file(const char *name);

#endif
