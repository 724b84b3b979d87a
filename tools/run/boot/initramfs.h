/* SPDX-License-Identifier: MIT */
/* The initial file system of a Linux guest that is to run one program and nothing else. */
#ifndef TOOLS_RUN_BOOT_INITRAMFS_H
#define TOOLS_RUN_BOOT_INITRAMFS_H

#include <stdbool.h>

#include "tools/run/boot/archive.h"

/* linux/init.c reads it. */
#define INITRAMFS_LINE "bareline-arguments"

/* The same reads what is in it, in the order of the names. */
#define INITRAMFS_MODULES "modules"
/* linux/input/input.c reads it. */
#define INITRAMFS_INPUT "bareline-input"

/* What may be in it besides: NULL is left out. */
struct initramfs_extras {
	const char *line;               /* words for the program, as INITRAMFS_LINE */
	char *const *modules;           /* paths of the kernel's modules, ended by NULL: each after
					 * those that it needs */
	const char *input;              /* path of a script of input */
};

/* Write an archive with the program, which has to be statically linked, as /init, a console for it
 * to write to, and empty directories for /proc and /sys. The same program and extras give the same
 * bytes. On failure says why and returns false. */
bool initramfs_write(const char *path, const char *program, const struct initramfs_extras *extras);

/* The modules of such a list, or none of NULL, in the directory INITRAMFS_MODULES, which is there.
 * On failure says why and returns false. */
bool initramfs_add_modules(struct archive *archive, char *const *paths);

#endif
