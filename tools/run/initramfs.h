/* SPDX-License-Identifier: MIT */
/* The initial file system of a Linux guest that is to run one program and nothing else. */
#ifndef TOOLS_RUN_INITRAMFS_H
#define TOOLS_RUN_INITRAMFS_H

#include <stdbool.h>

/* linux/init.c reads it. */
#define INITRAMFS_LINE "bareline-arguments"

/* Write an archive with the program, which has to be statically linked, as /init, a console for it
 * to write to, and empty directories for /proc and /sys; with a line, which may be NULL, of words for
 * the program as INITRAMFS_LINE. The same program and line give the same bytes. On failure says why
 * and returns false. */
bool initramfs_write(const char *path, const char *program, const char *line);

#endif
