/* SPDX-License-Identifier: MIT */
/* The initial file system of a Linux guest that is to run one program and nothing else. */
#ifndef TOOLS_RUN_INITRAMFS_H
#define TOOLS_RUN_INITRAMFS_H

#include <stdbool.h>

/* Write an archive with the program, which has to be statically linked, as /init, a console for it
 * to write to, and empty directories for /proc and /sys. The same program gives the same bytes. On
 * failure says why and returns false. */
bool initramfs_write(const char *path, const char *program);

#endif
