/* SPDX-License-Identifier: MIT */
/* The initramfs of a Linux guest that runs one program only. */
#ifndef TOOLS_RUN_BOOT_INITRAMFS_H
#define TOOLS_RUN_BOOT_INITRAMFS_H

#include <stdbool.h>

#include "tools/run/boot/archive.h"

/* Optional content; NULL: absent. */
struct initramfs_extras {
	const char *line;               /* content of INITRAMFS_LINE (lib/boot_files.h) */
	char *const *modules;           /* paths in load order, followed by NULL */
	const char *input;              /* path of a script */
	const char *code;               /* path of a list of sequences */
};

/* Write an archive with the statically linked program as /init, its extras, a console, and empty
 * directories for /proc and /sys. Equal input gives equal bytes. On failure, prints the cause and
 * returns false. */
bool initramfs_write(const char *path, const char *program, const struct initramfs_extras *extras);

/* Add these modules (NULL: none), decompressed, to the existing directory INITRAMFS_MODULES. On
 * failure, prints the cause and returns false. */
bool initramfs_add_modules(struct archive *archive, char *const *paths);

#endif
